/** Rounds of load, kill, restart and comparison. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answered, clientOf, newAnswered } from './clients.ts'
import { compare } from './compare.ts'
import { type Served, serve, tokensOf } from './server.ts'

export interface KillOptions {
  readonly rounds: number
  readonly clients: number
  /** `process` or `power`. */
  readonly sync: string
  /** The longest time of load before a kill. */
  readonly milliseconds: number
  /** How many orders are made at the end, which must have ids of their own. */
  readonly creates: number
  say(text: string): void
}

export interface KillResult {
  /** How many answers were compared. */
  readonly answered: number
  /** What is not there, or not as it was answered. */
  readonly wrong: readonly string[]
}

export async function killRounds({ rounds, clients, sync, milliseconds, creates, say }: KillOptions): Promise<KillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-kill-'))
  const answered = newAnswered()
  const wrong: string[] = []
  let server: Served | undefined
  try {
    server = await serve(folder, sync)
    // The tokens of the first start are good after each kill.
    const tokens = await tokensOf(server.url)
    for (let round = 1; round <= rounds; round++) {
      const ending = new AbortController()
      const { url } = server
      const all = Array.from({ length: clients }, (_, nth) =>
        clientOf({ url, tokens, answered, name: `${round}-${nth}`, signal: ending.signal }),
      )
      await wait(milliseconds * (0.4 + 0.6 * Math.random()))
      await server.kill()
      ending.abort()
      await Promise.all(all)
      server = await serve(folder, sync)
      const found = await compare(server.url, tokens, answered)
      wrong.push(...found.map((each) => `round ${round}: ${each}`))
      say(`round ${round}: ${counts(answered)}; ${found.length} wrong, ready after ${Math.round(server.readyAfter)} ms`)
    }
    wrong.push(...(await createMore(server.url, tokens, answered, creates)))
    return { answered: countOf(answered), wrong }
  } finally {
    await server?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const countOf = ({ orders, files, halves, contacts }: Answered) => orders.size + files.size + halves.size + contacts.size

const counts = ({ orders, files, halves, contacts }: Answered) =>
  `${orders.size} orders, ${files.size} files, ${halves.size} half uploads, ${contacts.size} contacts`

/** Orders after the last restart. Each has ids that nothing had before. */
async function createMore(url: string, tokens: Parameters<typeof compare>[1], { ids }: Answered, creates: number): Promise<string[]> {
  const wrong: string[] = []
  const made = newAnswered()
  const own = clientOf({ url, tokens, answered: made, name: 'after', signal: new AbortController().signal, orders: creates })
  await own
  if (made.orders.size !== creates) wrong.push(`${made.orders.size} of ${creates} further orders were answered`)
  for (const id of made.ids) if (ids.has(id)) wrong.push(`the id ${id} was given twice`)
  return wrong
}
