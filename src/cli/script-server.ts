/** The server that the test of a capsule needs: how it is started, the folders that it reads, and the bodies of calls in files. */
import { join } from 'node:path'
import { stringify } from 'yaml'
import { shWordBriefly } from '../quoting.ts'
import { storedWith } from '../record/capsule/files.ts'
import type { Capsule } from '../record/capsule/read-capsule.ts'
import { createContents, type Values } from '../record/capsule/replay/values.ts'
import type { PlannedStep } from '../record/capsule/script/plan.ts'
import { mostBody, sizeOf } from '../record/capsule/script/wording.ts'
import { defaultSettings, type Settings } from '../world/settings.ts'

export interface ScriptServer {
  /** What starts it. */
  readonly command: string
  /** By their path below the folder of the script. */
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/** What a setting has to do with the replies that a script compares. */
type Meaning =
  /** It decides them, and no snapshot of a world holds it. */
  | 'asked'
  /** The document of a world at the start of the script holds it. */
  | 'in the worlds'
  /** The script brings what it stands for. */
  | 'brought'
  /** It decides no reply to a capsule's calls. */
  | 'apart'

/** Every setting: the type check finds one that is missing. */
const meanings: Readonly<Record<keyof Settings, Meaning>> = {
  dialect: 'in the worlds',
  clock: 'in the worlds',
  now: 'in the worlds',
  seed: 'in the worlds',
  pace: 'asked',
  rateLimits: 'asked',
  sendWindow: 'asked',
  openResources: 'asked',
  openClients: 'asked',
  unknownRecipients: 'asked',
  outbound: 'asked',
  callHeaders: 'asked',
  trustAnyToken: 'asked',
  requireSubscriptionKey: 'asked',
  generatorUser: 'asked',
  trustIssuers: 'brought',
  // A capsule has no keys, and links are compared without the address of their server.
  signingKey: 'apart',
  publicUrl: 'apart',
  adminToken: 'apart',
  cors: 'apart',
  instance: 'apart',
  verdicts: 'apart',
  // Bounds of the machine, and of what is looked at afterwards.
  journal: 'apart',
  journalBodies: 'apart',
  journalBytes: 'apart',
  maxWorlds: 'apart',
  worldTtl: 'apart',
  maxMemory: 'apart',
  maxSpool: 'apart',
}
const settingsToGive = (Object.keys(meanings) as (keyof Settings)[]).filter((setting) => meanings[setting] === 'asked')

/** The option of a setting with a value, in a shell; undefined: a server has this value without it. */
function flagOf(setting: keyof Settings, value: unknown): string | undefined {
  if (value === defaultSettings[setting] || !['string', 'number', 'boolean'].includes(typeof value)) return undefined
  const flag = `--${setting.replace(/[A-Z]/g, '-$&').toLowerCase()}`
  if (setting === 'trustAnyToken') return flag
  const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
  // What begins with a hyphen would be a flag of its own.
  return text.startsWith('-') ? shWordBriefly(`${flag}=${text}`) : `${flag} ${shWordBriefly(text)}`
}

/** `fixtures`: those of Standin itself. Keys and passwords are those of the script, because a capsule has none. */
export async function scriptServer({ head }: Capsule, values: Values, name: string, fixtures: object): Promise<ScriptServer> {
  const settings = values.settings()
  const flags = settingsToGive.flatMap((setting) => flagOf(setting, settings[setting]) ?? [])
  const issuers = (await values.trustIssuers()).flatMap((each, nth) =>
    'issuer' in each ? [{ ...each, path: `${name}.issuer-${nth + 1}.json` }] : [],
  )
  if (issuers.length > 0) flags.push(`--trust-issuer ${shWordBriefly(issuers.map(({ issuer, path }) => `${issuer}=${path}`).join(' '))}`)
  const [own, standard] = [Object.entries(head.fixtures), fixtures as Readonly<Record<string, unknown>>]
  const lists = own.filter(([kind, list]) => JSON.stringify(list) !== JSON.stringify(standard[kind]))
  const scenarios = Object.entries(head.scenarios)
  const folders = [
    lists.length > 0 ? `--fixtures ${name}.fixtures` : '',
    scenarios.length > 0 ? `--scenarios ${name}.scenarios` : '',
  ].filter((flag) => flag !== '')
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    command: ['npx standin start', ...flags, ...folders].join(' '),
    files: [
      ...issuers.map(({ path, keys }) => ({ path, content: text({ keys }) })),
      ...lists.map(([kind, list]) => ({ path: join(`${name}.fixtures`, `${kind}.json`), content: text(list) })),
      ...scenarios.map(([scenario, document]) => ({ path: join(`${name}.scenarios`, `${scenario}.yaml`), content: stringify(document) })),
    ],
  }
}

/** A shell has no NUL. Where values of replies stand in a text, it cannot lie in a file. */
const isForFile = (text: PlannedStep['sends']['text']): boolean =>
  text?.every((part) => typeof part === 'string') === true && (sizeOf(text) > mostBody || text.join('').includes('\0'))

interface BodyFile {
  readonly step: PlannedStep
  readonly file: string
  readonly bytes: Uint8Array
}

/** The bodies that are not text, and where they lie. */
export async function bodyFiles(
  capsule: Capsule,
  file: string,
  steps: readonly PlannedStep[],
  name: string,
  restore: Values['restore'],
): Promise<BodyFile[]> {
  const contents = createContents(capsule, restore, storedWith(file))
  const files: BodyFile[] = []
  for (const step of steps) {
    const { body } = step
    if (!body || (body.text === undefined ? body.base64 === undefined && body.sha256 === undefined : !isForFile(step.sends.text))) continue
    const bytes = await new Blob((await contents(body)) as Uint8Array<ArrayBuffer>[]).bytes()
    files.push({ step, file: `${name}.body-${files.length + 1}`, bytes })
  }
  return files
}
