/** Options of commands that verify contracts: a real implementation, and pacts of a broker. */
import { Misuse } from '../misuse.ts'
import type { Selector } from '../pact/broker/fetch-pacts.ts'
import type { WebhookOptions } from '../pact/environment/webhooks.ts'
import { unknownName } from '../wire/nearest.ts'
import { address, duration, everywhere, option, optional, quoted, someText, type Values, wholeNumber, word } from './option.ts'

export const environmentOption = {
  ...everywhere(optional('A file that says how a real implementation is reached. "standin states --mapping" prints one', someText)),
  // The environments of a world, for commands that talk to Standin.
  ignores: /^(?:test|production)$/,
}

export const stateTimeout = { ...option('How long a provider state may take to come about, such as 2m', duration, 30_000), shown: '30s' }

export const webhookOptions = {
  webhookAddress: optional('Where the real implementation reaches this machine, to catch its events for contracts of messages', address),
  webhookPort: option('The port of this machine behind --webhook-address', wholeNumber(1, 65_535), 4401),
}

/** Events come from other machines. */
export function webhooksFrom({ webhookAddress, webhookPort }: Values<typeof webhookOptions>): WebhookOptions | undefined {
  return webhookAddress === undefined ? undefined : { address: webhookAddress, port: webhookPort, host: '0.0.0.0' }
}

export const failOnOption = option(
  'What fails the run with an environment: any interaction, or only what the real implementation broke and what could not be tried there (provider)',
  word({ any: '', provider: '' }),
  'any',
)

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
