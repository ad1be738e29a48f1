/** What every test of a capsule has. */

export const callHelper = `function read(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const callIn = (world: string) => async (method: string, path: string, sent: RequestInit = {}) => {
  const address = \`\${server}/worlds/\${world}\${path}\`
  // No value of a reply may lead a call elsewhere.
  const [written = ''] = address.split(/[?#]/, 1)
  if (new URL(address).href.split(/[?#]/, 1)[0]?.split('/').length !== written.split('/').length) throw new Error(\`\${address} leads elsewhere.\`)
  const response = await fetch(address, { method, redirect: 'manual', ...sent })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, body: read(new TextDecoder().decode(bytes)) }
}
`
export const jsonHelper = `const json = (value: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
`
/** Tokens follow the clock of a world. */
export const tokenHelper = (
  worlds: readonly string[],
) => `const tokenOf = async (${worlds.length > 1 ? 'call: ReturnType<typeof callIn>, ' : ''}caller: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await ${worlds.length > 1 ? 'call' : worlds[0]}('POST', '/_standin/tokens', { headers, body: JSON.stringify(caller) })).body.token as string
}
`
export const setUp = `beforeAll(async () => {
  for (const [world, start] of Object.entries(starts)) {
    const body = JSON.stringify(start)
    const { status } = await callIn(world)('PUT', '/_standin/snapshot', { headers: { 'content-type': 'application/json' }, body })
    expect(status).toBe(200)
  }
})
afterAll(async () => {
  for (const world of Object.keys(starts)) await fetch(\`\${server}/_standin/worlds/\${world}\`, { method: 'DELETE' })
})

`
export const unsignedHelper = `const unsigned = (...parts: object[]) =>
  [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), 'c2lnbmF0dXJl'].join('.')
`
