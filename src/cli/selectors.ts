/** Reads `--selector`: which versions of consumers to verify. Source: https://docs.pact.io/consumer_version_selectors. */
import { Misuse } from '../misuse.ts'
import type { Selector } from '../pact/broker/fetch-pacts.ts'
import { unknownName } from '../wire/nearest.ts'
import { quoted } from './option.ts'

/** True: the name stands alone. Otherwise the name of what stands behind the equals sign. */
const names: Readonly<Record<string, true | string>> = {
  mainBranch: true,
  matchingBranch: true,
  deployedOrReleased: true,
  deployed: true,
  released: true,
  latest: true,
  branch: 'branch',
  environment: 'environment',
  consumer: 'consumer',
  tag: 'tag',
}

/** One selector in each line: JSON, or names such as `mainBranch` and `branch=feature,consumer=web`. */
export const readSelectors = (text: string): Selector[] =>
  text.split('\n').map((line) => (line.trim().startsWith('{') ? readJson(line) : readWords(line)))

function readJson(text: string): Selector {
  try {
    return JSON.parse(text) as Selector
  } catch {
    throw new Misuse(`is ${quoted(text)}, which is not JSON.`)
  }
}

const readWords = (text: string): Selector => Object.fromEntries(text.split(',').map((word) => readWord(word.trim())))

function readWord(word: string): [string, unknown] {
  const [name = '', value] = word.split(/=(.*)/s, 2)
  const kind = Object.hasOwn(names, name) ? names[name] : undefined
  if (kind === undefined) throw unknownName(`names ${quoted(name)}.`, name, Object.keys(names))
  if (kind === true && value === undefined) return [name, true]
  if (kind !== true && value) return [name, value]
  throw new Misuse(
    kind === true ? `is ${quoted(word)}; ${name} takes no value.` : `is ${quoted(word)}; a value is expected: ${name}=<${kind}>.`,
  )
}
