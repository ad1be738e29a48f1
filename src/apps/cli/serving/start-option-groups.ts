/** Groups of server options: limits, capsules, trusted tokens, and stores. */

import type { StartOptions } from '../../../index.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defaultSettings } from '../../../service/world/settings.ts'
import {
  address,
  bare,
  duration,
  everywhere,
  type Option,
  often,
  option,
  optional,
  someText,
  wholeNumber,
  word,
  yesNo,
} from '../frame/option.ts'

const { journal, journalBodies, journalBytes, maxWorlds, openClients } = defaultSettings

export const choicesText = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `${name} (${meaning})`)
    .join(', ')

export const among = <Word extends string>(what: string, meanings: Readonly<Record<Word, string>>, fallback: Word): Option<Word> =>
  option(`${what}: ${choicesText(meanings)}`, word(meanings), fallback)

/** Each option can also be set in the environment and the configuration file. */
export const boundOptions = {
  maxWorlds: everywhere(option('The largest number of worlds', wholeNumber(1), maxWorlds)),
  worldTtl: everywhere({
    ...optional('How long a world stays that nobody uses, such as 8h; the default world always stays', duration),
    shown: 'until it is dropped',
  }),
  maxMemory: everywhere({
    ...optional('The bytes of memory above which no world is made and no file is taken', wholeNumber(1)),
    shown: 'no limit',
  }),
  maxSpool: everywhere({
    ...optional('The most bytes of files to store, over all worlds', wholeNumber(0)),
    shown: 'until the disk is full',
  }),
}

export const journalOptions = {
  journal: everywhere(option('The number of calls that the journal keeps', wholeNumber(0, 1_000_000), journal)),
  journalBodies: everywhere(yesNo('Whether the journal keeps bodies', journalBodies)),
  journalBytes: everywhere(
    option('The most bytes that the journals and outboxes of all worlds hold together', wholeNumber(0), journalBytes),
  ),
}

export const capsuleOptions = {
  record: optional(
    'Record everything in a capsule: the state at the start, and every call. The bytes of large bodies lie beside it, in <file>.contents',
    someText,
  ),
  capsuleOn: everywhere({
    ...optional('When to store a capsule of what led there: bug, a defect of Standin itself', word({ bug: '' })),
    shown: 'never',
  }),
  capsuleMinutes: everywhere(option('The minutes that such a capsule has at least', wholeNumber(1, 1_440), 10)),
}

const syncs: Readonly<Record<NonNullable<StartOptions['dataSync']>, string>> = {
  process: 'when the operating system has it: a process that is killed loses nothing',
  power: 'when the disk has it: a machine that stops loses nothing',
}

/** `null` means never. */
const idleTime = (text: string): number | null => (text === 'never' ? null : duration(text))

export const dataOptions = {
  data: often(
    everywhere({
      ...optional(
        'What keeps the worlds, their files and the signing keys, so that they outlive a restart: a folder, or a database for several servers (postgres://user@host/database)',
        someText,
      ),
      shown: 'memory only',
    }),
  ),
  idleWorlds: everywhere({
    ...optional('How long a kept world that nobody uses stays in memory, such as PT10M, or never. The next call loads it', idleTime),
    shown: '10 minutes; never without --data or with --world-ttl',
  }),
  dataSchema: everywhere({
    ...optional('The schema of PostgreSQL for the worlds', someText),
    shown: 'standin',
  }),
  address: everywhere({
    ...optional('Where the other servers that use the same database reach this one', address),
    shown: '--host and --port; where --host is 0.0.0.0, the name of this machine',
  }),
  dataSync: everywhere(among('When --data counts a commit as kept, and its reply leaves', syncs, 'process')),
}

/** The error does not contain the text, because it is a secret. */
function userText(text: string): string {
  if (!/^[^:]+:./.test(text)) throw new Misuse('is not a name and a password, as name:password.')
  return text
}

export const identityOptions = {
  signingKey: everywhere({
    ...optional('A file with the private key that signs tokens (.pem or .json); Standin makes it if it does not exist', someText),
    shown: 'a key for this run only',
  }),
  trustIssuer: everywhere({
    ...optional(
      'Another issuer whose tokens are good: the address of its discovery document, or <issuer>=<file with its key set>; several with spaces between',
      someText,
    ),
    many: true,
    shown: 'only Standin',
  }),
  trustAnyToken: everywhere(bare('Every well-formed token is good, no matter who signed it')),
  requireSubscriptionKey: everywhere({
    ...optional('The key that calls must send as Ocp-Apim-Subscription-Key', someText),
    shown: 'any, or none',
  }),
  generatorUser: everywhere({
    ...optional('The user that the token generator demands, as name:password', userText),
    shown: 'anyone may use it',
  }),
  openClients: everywhere(yesNo('Whether clients that are not registered get tokens at /token', openClients)),
}
