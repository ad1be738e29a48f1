/** Asks the other servers of a cluster which worlds they have. */
import { z } from 'zod'
import type { Simulator } from '../../knobs.ts'

export const worldReply = z.object({
  name: z.string().describe('The name of the world.'),
  created: z.iso.datetime().describe('When it was made.'),
  calls: z.int().describe('How many calls the world has had.'),
  closed: z.literal(true).optional().describe('True while the world moves to another server. Otherwise absent.'),
  moved: z.literal(true).optional().describe('True when the world is at another server now. Otherwise absent.'),
  instance: z.string().optional().describe('The server that has the world. Absent for this one.'),
})

export type ListedWorld = z.output<typeof worldReply>

export const unreachableReply = z.object({
  url: z.string().describe('The address of the peer.'),
  why: z.string().describe('Why it did not answer.'),
})

/** What this reads of the reply of a peer. */
const peerReply = z.object({ worlds: z.array(worldReply), instance: z.string().optional() })

/** Milliseconds, and bytes of a reply. */
const timeout = 2_000
const limit = 16 * 2 ** 20

/** The worlds of all peers that answer. This server may be among its peers, if it has a name. */
export async function worldsOfPeers({ settings, platform }: Simulator, peers: readonly string[], signal: AbortSignal) {
  const { adminToken, instance: own } = settings
  const headers = { ...(adminToken && { authorization: `Bearer ${adminToken}` }) }

  async function ask(url: string) {
    try {
      const request = { method: 'GET', url: `${url}/_standin/worlds?here=true&limit=10000`, headers, timeout, limit, signal }
      const { status, body } = await platform.call(request)
      if (status !== 200) return { url, why: `it answered ${status}` }
      const { worlds, instance } = peerReply.parse(JSON.parse(new TextDecoder().decode(body)))
      return own !== undefined && instance === own ? [] : worlds.map((world) => ({ ...world, instance: instance ?? url }))
    } catch (error) {
      return {
        url,
        why:
          error instanceof z.ZodError || error instanceof SyntaxError
            ? 'it does not answer as Standin'
            : error instanceof Error
              ? error.message
              : String(error),
      }
    }
  }
  const answers = await Promise.all(peers.map(ask))
  return {
    worlds: answers.flatMap((answer): ListedWorld[] => (Array.isArray(answer) ? answer : [])),
    unreachable: answers.flatMap((answer) => (Array.isArray(answer) ? [] : [answer])),
  }
}
