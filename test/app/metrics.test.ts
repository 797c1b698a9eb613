import { describe, expect, test } from 'vitest'
import { givenApp } from './given.ts'

const TOKEN = 'the token of prometheus'.replaceAll(' ', '-')
const text = '# HELP up It runs.\n# TYPE up gauge\nup 1\n'

function asking(authorization?: string, method = 'GET') {
  const { app } = givenApp({ metrics: { token: TOKEN, text: async () => text } })
  const headers = authorization === undefined ? {} : { Authorization: authorization }
  return app.request('/metrics', { method, headers })
}

describe('GET /metrics', () => {
  test('tells whoever shows the token', async () => {
    const response = await asking(`Bearer ${TOKEN}`)
    expect([response.status, await response.text()]).toEqual([200, text])
    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  })

  test.each([
    undefined,
    '',
    TOKEN,
    `Basic ${TOKEN}`,
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${'x'.repeat(10_000)}`,
  ])('tells nobody else: %j', async (authorization) => {
    const response = await asking(authorization)
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: 'the token of the metrics is needed' },
    ])
  })

  test('is all that is taken there', async () => {
    const response = await asking(`Bearer ${TOKEN}`, 'POST')
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('is not there where no token is configured', async () => {
    const response = await givenApp().app.request('/metrics')
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'there is nothing here' },
    ])
  })
})
