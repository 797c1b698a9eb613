import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './kube-call.ts'

/** Waits for a CRD, for ten seconds at most: its kind can be used a moment after the definition is there. */
export async function established(call: Call, name: string): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await call('GET', path)
    const state = body.status?.conditions?.find(({ type }) => type === 'Established')
    if (state?.status === 'True') return
    await sleep(50)
  }
  throw new Error(`${name} is not established`)
}
