/** What a folder knows of its own files: so it notices that a log or a base was emptied or removed, and gives no number of a call twice. */
import { join } from 'node:path'
import { z } from 'zod'
import type { WorldDocument } from '../control/snapshot/world.ts'
import { count } from '../world/records/form.ts'
import { type SmallFile, smallFile } from './small-file.ts'

const manifest = z.object({
  /** The number of the newest log. */
  log: count,
  /** Bytes that this log has at least. */
  bytes: count,
  /** The number of the newest base that is whole; 0: none. */
  base: count,
  /** No call, token or intervention of any world has a higher number. */
  numbers: count,
  /** What numbers of new worlds begin after: more than 0 when something was lost, so that no id comes twice. */
  from: count,
  /** Whether the folder was closed in order. Otherwise its log may have lost its end without a trace. */
  ended: z.boolean().default(false),
  /** Whether keys were made that sign tokens. */
  keys: z.boolean().default(false),
  /** Whether something was lost: content that no record needs stays. */
  lossy: z.boolean().default(false),
})

export type Manifest = z.output<typeof manifest>

export const manifestIn = (folder: string, tell: (text: string) => void): SmallFile<Manifest> =>
  smallFile({
    path: join(folder, 'manifest.json'),
    schema: manifest,
    form: { format: 'standin-manifest', version: 1 },
    without: 'Standin goes on with the logs that are there.',
    tell,
  })

/** Numbers that are reserved at once. */
export const reserve = 10_000

/** Without a manifest: what the logs say, and as many as one writes down at once. */
export function highestOf(worlds: readonly { readonly document: WorldDocument }[]): number {
  const numbers = worlds.map(({ document: { calls, tokens, interventions } }) => Math.max(calls, tokens, interventions))
  return numbers.length === 0 ? 0 : Math.max(...numbers) + reserve
}

/** Writes the manifest when something of it changes. */
export function createNoting(file: SmallFile<Manifest>, first: Manifest) {
  let noted = first
  function note(change: Partial<Manifest>): void {
    const changed = { ...noted, ...change }
    file.write(changed)
    noted = changed
  }
  return {
    note,
    /** Before a number is kept. */
    reach(number: number): void {
      if (number > noted.numbers) note({ numbers: number + reserve })
    },
  }
}

export type Noting = ReturnType<typeof createNoting>
