/** `standin mcp`: serves MCP to an assistant over standard input and output. */
import { once } from 'node:events'
import { ownPackage } from '../../../platform/node-package.ts'
import { defineCommand } from '../frame/command.ts'
import { bare } from '../frame/option.ts'
import { baseOf, connectionOptions, reaching } from '../frame/remote.ts'
import { ownTools } from '../serving/mcp-tools.ts'

const { json: _, ...connection } = connectionOptions

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Serve a coding assistant over standard input and output, using the Model Context Protocol',
  options: {
    start: bare('Start a Standin server on a free port, which stops when the assistant disconnects'),
    ...connection,
  },
  examples: [
    ['standin mcp', 'The command for an assistant if a server is running'],
    ['standin mcp --start', 'The command for an assistant without a running server'],
  ],
  async run({ values, io }) {
    const started = values.start
      ? await import('../../../hosts/on-node.ts').then(({ startSimulator }) => startSimulator({ port: 0 }))
      : undefined
    const { world, environment, adminToken } = values
    const url = started?.url ?? values.url
    const reach = reaching({ url })
    const [{ serveStdio }, { assistantServer }, { controls }, { nodeDocs }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../../../control/mcp-server.ts'),
      import('../../../control/index.ts'),
      import('../../../platform/node-package.ts'),
    ])
    const door = {
      base: (name = world, environmentName = environment) => baseOf({ url, world: name, environment: environmentName }),
      send(request: Request) {
        if (adminToken !== undefined) request.headers.set('authorization', `Bearer ${adminToken}`)
        return reach(`${request.method} ${request.url}`, () => fetch(request))
      },
    }
    const ended = once(process.stdin, 'close')
    const own = ownTools({ url, adminToken, folder: io.folder, env: io.env })
    const server = serveStdio(() => assistantServer({ rows: controls, door, version: ownPackage().version, docs: nodeDocs(), own }))
    await ended
    await server.close()
    await started?.close()
  },
})
