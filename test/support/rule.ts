/** Defines a test of a service rule, named after the rule and its source. */
import { test } from 'vitest'

const sources = /^(?:spec|decisions|notifications|file-transfer|events|authentication) §\d+(?:\.\d+)*(?: .+)?$|^assumed: .+$/

/** `source`: one or more sections separated by commas (`spec §7`, `file-transfer §5.5`), or `assumed: why`. */
export function rule(source: string, sentence: string, body: () => void | Promise<void>): void {
  for (const one of source.split(/, (?=spec|decisions|notifications|file-transfer|events|authentication)/)) {
    if (!sources.test(one)) throw new Error(`"${one}" does not name a source.`)
  }
  test(`${sentence} (${source})`, body)
}
