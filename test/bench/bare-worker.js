// The least that takes a signed webhook: what no Worker that verifies, parses and queues can be below.
const hmac = { name: 'HMAC', hash: 'SHA-256' }
let key

export default {
  async fetch(request, env) {
    key ??= await keyOf(env.NETCLAIM_WEBHOOK_SECRET)
    const signature = Uint8Array.fromHex(request.headers.get('x-hub-signature-256').slice(7))
    const body = await request.arrayBuffer()
    if (!(await crypto.subtle.verify('HMAC', key, signature, body)))
      return new Response(null, { status: 401 })
    const { number, repository } = JSON.parse(new TextDecoder().decode(body))
    const job = { kind: 'pull-request', repository: repository.full_name, number }
    await env.JOBS.send(job, { contentType: 'json' })
    return Response.json({ jobs: 1 }, { status: 202 })
  },
}

function keyOf(secret) {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['verify'])
}
