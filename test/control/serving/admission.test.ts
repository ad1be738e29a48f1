/** A server that is one of several refuses calls which a proxy would bring to it for another world. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { createControlClient } from '../../../src/control/rows/client.ts'
import { startSimulator } from '../../../src/index.ts'

async function serve(peers: readonly string[] = ['http://127.0.0.1:1']) {
  const { simulator, url, close } = await startSimulator({ port: 0, peers })
  onTestFinished(close)
  const names = () => simulator.worlds().map(({ name }) => name)
  /** The status, and what a refusal says. */
  async function put(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, { method: 'PUT', headers })
    return [response.status, (await response.json()).detail]
  }
  async function tool(at: string, name: string, args: Record<string, unknown>) {
    const client = new Client({ name: 'a-test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${at}/_standin/mcp`)))
    const { content } = await client.callTool({ name, arguments: args })
    await client.close()
    return JSON.stringify(content)
  }
  return { url, names, put, tool }
}

const about = (routed: string, meant: string, right: string) =>
  `This server is one of several (--peers). A proxy brings this call to the server of the world ${routed}, and it is about the world ${meant}. Use ${right}.`

test('a path with two worlds is refused, and the refusal names the right address', async () => {
  const { url, put, names } = await serve()
  const right = `${url}/_standin/worlds/y`
  expect(await put('/worlds/x/_standin/worlds/y')).toEqual([400, about('x', 'y', right)])
  expect(await put('/worlds/x/production/_standin/worlds/y/closed')).toEqual([400, about('x', 'y', `${right}/closed`)])
  expect(await put('/production/_standin/worlds/y')).toEqual([400, about('default', 'y', right)])
  expect(await put('/_standin/worlds/%79')).toEqual([400, about('%79', 'y', right)])
  expect(names()).toEqual(['default'])
})

test('a path that a proxy brings to the server of its world is answered', async () => {
  const { put, names } = await serve()
  const made = [
    await put('/_standin/worlds/a'),
    await put('/worlds/b/_standin/worlds/b'),
    await put('/_standin/worlds/c', { 'x-standin-world': 'x' }),
    await put('/production/_standin/worlds/d', { 'x-standin-world': 'd' }),
  ]
  expect([made.map(([status]) => status), names()]).toEqual([
    [201, 201, 201, 201],
    ['default', 'a', 'b', 'c', 'd'],
  ])
})

test('a server alone answers all of them', async () => {
  const { put, names } = await serve([])
  await put('/worlds/x/_standin/worlds/y')
  expect(names()).toEqual(['default', 'y'])
})

test('a client that speaks to one world makes another one at its address', async () => {
  const { url, names } = await serve()
  for (const place of ['', '/production', '/worlds/x', '/worlds/x/production']) {
    const client = createControlClient({ base: url + place, send: fetch })
    await client.call('control.makeWorld', { params: { name: `of${place.replaceAll('/', '-')}` } })
  }
  expect(names()).toEqual(['default', 'of', 'of-production', 'of-worlds-x', 'of-worlds-x-production'])
})

test('a fork is refused, because calls of the copy may go to another server', async () => {
  const { url, names } = await serve()
  const { call } = createControlClient({ base: url, send: fetch })
  await expect(call('control.forkWorld', { params: { name: 'default' }, body: { as: 'copy' } })).rejects.toThrow(
    'standin snapshot save <file> --world default, and standin snapshot load <file> --world copy.',
  )
  expect(names()).toEqual(['default'])
})

test('an assistant works on the world of its door', async () => {
  const { url, tool, names } = await serve()
  const [here, elsewhere] = [await tool('/worlds/x', 'clock_freeze', {}), await tool('/worlds/x', 'clock_freeze', { world: 'y' })]
  expect([here, elsewhere]).toEqual([
    expect.stringContaining('frozen'),
    expect.stringContaining(about('x', 'y', `${url}/worlds/y/_standin/mcp`)),
  ])
  expect(await tool('/worlds/x', 'world_make', { name: 'z' })).toContain(about('x', 'z', `${url}/worlds/z/_standin/mcp`))
  expect(await tool('/worlds/x', 'world_make', { name: 'x' })).toContain('\\"name\\":\\"x\\"')
  expect(names()).toEqual(['default', 'x'])
})
