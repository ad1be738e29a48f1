/** Looks at what the lines of a capsule hold of other documents: settings, fixtures, and the worlds at the start. */
import { Misuse } from '../../../misuse.ts'
import { isDeep, mostDepth } from '../../../wire/json/bounded.ts'
import { unknownName } from '../../../wire/nearest.ts'
import { fixtureNames, readFixtureList } from '../../../world/fixtures.ts'
import { defaultSettings, type Settings } from '../../../world/settings.ts'
import type { CapsuleLine, Head, LineOf } from '../lines.ts'

/** Throws {@link Misuse} that begins with `place`. */
export function demandSound(place: string, line: CapsuleLine): void {
  if (line.event === 'capsule') demandHead(place, line)
  if (line.event === 'world') demandSnapshot(place, line)
}

type Optional<T> = { [Name in keyof T]-?: undefined extends T[Name] ? Name : never }[keyof T]

/** Settings that no simulator has by default: the compiler finds one that is missing here. */
const optionalSettings: Readonly<Record<Optional<Settings>, true>> = {
  now: true,
  sendWindow: true,
  worldTtl: true,
  maxMemory: true,
  maxSpool: true,
  publicUrl: true,
  requireSubscriptionKey: true,
  generatorUser: true,
  signingKey: true,
  cors: true,
  adminToken: true,
  instance: true,
  peers: true,
}

function demandHead(place: string, { settings, fixtures }: Head): void {
  const known = [...Object.keys(defaultSettings), ...Object.keys(optionalSettings)]
  for (const name of Object.keys(settings))
    if (!known.includes(name))
      throw unknownName(`${place}.settings: there is no setting ${JSON.stringify(name.slice(0, 100))}.`, name, known)
  for (const [kind, list] of Object.entries(fixtures)) {
    const name = fixtureNames.find((each) => each === kind)
    if (!name) {
      const what = JSON.stringify(kind.slice(0, 100))
      throw unknownName(`${place}.fixtures: there are no fixtures ${what}.`, kind, fixtureNames)
    }
    readFixtureList(name, `${place}.fixtures.${name}`, list)
  }
}

function demandSnapshot(place: string, { snapshot }: LineOf<'world'>): void {
  if (isDeep(snapshot)) throw new Misuse(`${place}.snapshot: it is nested more than ${mostDepth} deep.`)
  const document = parsed(snapshot)
  const { contents, clock } = (typeof document === 'object' && document !== null ? document : {}) as { contents?: unknown; clock?: unknown }
  if (
    !Array.isArray(contents) ||
    !contents.every((each) => typeof each?.sha256 === 'string') ||
    typeof clock !== 'object' ||
    clock === null
  )
    throw new Misuse(`${place}.snapshot: it is not the document of a world.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
