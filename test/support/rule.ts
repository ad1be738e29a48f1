/** Defines tests. A test that names `here`, or a part of it, begins with a simulator of its own: `rule(…, async ({ client }) => …)`. */
import { test as plain } from 'vitest'
import { type Control, control } from './control.ts'
import { folderWith } from './folder.ts'

export { expect } from 'vitest'

/** Vitest makes only what a test names in its parameter. `live`: a simulator with the live dialect. */
export const test = plain
  .extend('here', (): Control => control())
  .extend('live', (): Control => control({ dialect: 'live' }))
  .extend('folder', () => folderWith())
  .extend('simulator', ({ here }) => here.simulator)
  .extend('client', ({ here }) => here.client)
  .extend('clientOf', ({ here }) => here.clientOf)
  .extend('defects', ({ here }) => here.defects)
  .extend('send', ({ here }) => here.send)
  .extend('ask', ({ here }) => here.ask)

const sources = /^(?:spec|decisions|notifications|file-transfer|events|authentication) §\d+(?:\.\d+)*(?: .+)?$|^assumed: .+$/

/**
 * Defines a test of a service rule, named after the rule and its source: one or more sections separated by commas
 * (`spec §7`, `file-transfer §5.5`), or `assumed: why`.
 */
export function rule(source: string, sentence: string, body: Parameters<typeof test>[2]): void {
  for (const one of source.split(/, (?=spec|decisions|notifications|file-transfer|events|authentication)/)) {
    if (!sources.test(one)) throw new Error(`"${one}" does not name a source.`)
  }
  test(`${sentence} (${source})`, body)
}
