/** Groups of server options: limits, capsules, trusted tokens, and stores. */

import type { StartOptions } from '../../../hosts/on-node.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defaultSettings } from '../../../service/world/settings.ts'
import {
  address,
  bare,
  duration,
  everywhere,
  many,
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

export const boundOptions = {
  maxWorlds: option('Maximum number of worlds', wholeNumber(1), maxWorlds),
  worldTtl: optional('Drop unused worlds after this time, such as 8h; the default world is never dropped', duration, 'never'),
  maxMemory: optional('Memory limit in bytes, above which new worlds and files are refused', wholeNumber(1), 'no limit'),
  maxSpool: optional('Maximum size of stored files in all worlds, in bytes', wholeNumber(0), 'until the disk is full'),
}

export const journalOptions = {
  journal: everywhere(option('Maximum number of calls in the journal', wholeNumber(0, 1_000_000), journal)),
  journalBodies: everywhere(yesNo('Store bodies in the journal', journalBodies)),
  journalBytes: everywhere(option('Maximum size of all journals and outboxes together, in bytes', wholeNumber(0), journalBytes)),
}

export const capsuleOptions = {
  record: optional(
    'Record everything in a capsule: the initial state, and every call. Large bodies are stored in <file>.contents',
    someText,
  ),
  capsuleOn: everywhere(optional('When to save a capsule of the preceding calls: bug, for a bug in Standin', word({ bug: '' }), 'never')),
  capsuleMinutes: everywhere(option('Minimum length of such a capsule, in minutes', wholeNumber(1, 1_440), 10)),
}

const syncs: Readonly<Record<NonNullable<StartOptions['dataSync']>, string>> = {
  process: 'once it is written to the operating system: survives a killed process',
  power: 'once it is flushed to disk: survives a power failure',
}

/** `null` means never. */
const idleTime = (text: string): number | null => (text === 'never' ? null : duration(text))

export const dataOptions = {
  data: often(
    optional(
      'Storage for worlds, files and signing keys that survives a restart: a folder, or a database for several servers (postgres://user@host/database)',
      someText,
      'memory only',
    ),
  ),
  idleWorlds: optional(
    'Unload stored worlds from memory after this period of inactivity, such as PT10M, or never. The next call loads them again',
    idleTime,
    '10 minutes; never without --data or with --world-ttl',
  ),
  dataSchema: optional('The PostgreSQL schema for the worlds', someText, 'standin'),
  address: optional(
    "This server's URL for other servers with the same database",
    address,
    "--host and --port; if --host is 0.0.0.0, this machine's name",
  ),
  dataSync: among('When a commit to --data counts as stored, so that its reply is sent', syncs, 'process'),
}

/** Parses a name and a password. The error message omits the text, because it is a secret. */
function userText(text: string): string {
  if (!/^[^:]+:./.test(text)) throw new Misuse('is not a name and a password in the format name:password.')
  return text
}

export const identityOptions = {
  signingKey: optional(
    'A file with the private key that signs tokens (.pem or .json); created if it does not exist',
    someText,
    'a temporary key',
  ),
  trustIssuer: many(
    optional(
      'Another trusted issuer: the URL of its discovery document, or <issuer>=<file with its key set>; separate several with spaces',
      someText,
      'only Standin',
    ),
  ),
  trustAnyToken: bare('Trust every well-formed token, regardless of its signature'),
  requireSubscriptionKey: optional('The key that calls must send in Ocp-Apim-Subscription-Key', someText, 'any, or none'),
  generatorUser: optional('The user that the token generator requires, as name:password', userText, 'anonymous use'),
  openClients: yesNo('Issue tokens to unregistered clients at /token', openClients),
}
