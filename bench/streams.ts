/** Measures uploads and downloads of large content, compared with a bare server that reads and writes files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadCall, median, uploadCall } from './calls.ts'
import { begin, type Child, type Used } from './child.ts'
import type { Streamed } from './load.ts'
import type { Started } from './standin.ts'

export interface Streams {
  readonly standin: Passage
  readonly bare: Passage
  /** Standin's rate divided by the bare server's: the median over all rounds. */
  readonly ratio: number
}

export interface Passage {
  /** Bytes per second. */
  readonly rate: number
  /** Seconds of server CPU. */
  readonly cpu: number
  /** The process's maximum growth in bytes, in the worst round. */
  readonly growth: number
}

export interface StreamPlan {
  readonly rounds: number
  readonly bytes: number
  /** Number of concurrent uploads, and the size of each in bytes. */
  readonly together: { readonly count: number; readonly bytes: number }
}

/** Uploads go to a resource with virus scans, so Standin hashes and searches the content. */
export async function streams({ rounds, bytes: size, together }: StreamPlan): Promise<Record<'up' | 'down' | 'together', Streams>> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
  const [standin, bare, caller] = [begin('standin.ts'), begin('bare.ts'), begin('load.ts')]
  try {
    const { port, tokens } = await standin.ask<Started>('start', { records: 0 })
    const barePort = await bare.ask<number>('pipes', { folder })
    const all: Record<'up' | 'down' | 'together', { standin: Passage; bare: Passage }[]> = { up: [], down: [], together: [] }
    while (all.up.length < rounds) {
      const [id = ''] = await standin.ask<string[]>('openTransfers', { count: 1, scanned: true })
      const send = (to: number) => caller.ask<Streamed>('send', { port: to, size, head: uploadCall(tokens.sender, id, size) })
      all.up.push({ standin: await passage(standin, () => send(port)), bare: await passage(bare, () => send(barePort)) })
      await standin.ask('settle')
      const fetch = (to: number) => caller.ask<Streamed>('fetch', { port: to, size, head: downloadCall(tokens.recipient, id) })
      all.down.push({ standin: await passage(standin, () => fetch(port)), bare: await passage(bare, () => fetch(barePort)) })
      await standin.ask('reset')
      const ids = await standin.ask<string[]>('openTransfers', { count: together.count, scanned: true })
      const heads = ids.map((each) => uploadCall(tokens.sender, each, together.bytes))
      const sendAll = (to: number) => caller.ask<Streamed>('sendAll', { port: to, size: together.bytes, heads })
      all.together.push({ standin: await passage(standin, () => sendAll(port)), bare: await passage(bare, () => sendAll(barePort)) })
      await standin.ask('reset')
    }
    return { up: typical(all.up), down: typical(all.down), together: typical(all.together) }
  } finally {
    await Promise.all([standin.stop(), bare.stop(), caller.stop()])
    rmSync(folder, { recursive: true })
  }
}

async function passage(server: Child, pass: () => Promise<Streamed>): Promise<Passage> {
  const before = await server.ask<Used>('used')
  const { bytes, seconds } = await pass()
  const after = await server.ask<Used>('used')
  return { rate: bytes / seconds, cpu: (after.cpu - before.cpu) / 1000, growth: Math.max(0, after.peak - before.memory) }
}

function typical(rounds: readonly { standin: Passage; bare: Passage }[]): Streams {
  const of = (who: 'standin' | 'bare', what: keyof Passage) => median(rounds.map((round) => round[who][what]))
  const passageOf = (who: 'standin' | 'bare') => ({
    rate: of(who, 'rate'),
    cpu: of(who, 'cpu'),
    growth: Math.max(...rounds.map((round) => round[who].growth)),
  })
  return {
    standin: passageOf('standin'),
    bare: passageOf('bare'),
    ratio: median(rounds.map((round) => round.standin.rate / round.bare.rate)),
  }
}
