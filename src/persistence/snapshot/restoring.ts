/** Reads and validates an untrusted snapshot. */

import { withText } from '../../service/areas/events/forms.ts'
import type { ContentSource } from '../../service/areas/file-transfer/content.ts'
import { isObject } from '../../service/wire/json.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import type { Platform } from '../../service/world/platform.ts'
import { decodeBase64 } from '../snapshot-contents.ts'
import { type OwnedContent, ownedContents } from './contents.ts'
import { type SnapshotDocument, snapshotDocument, snapshotVersion } from './document.ts'

/**
 * Maximum total of the limits in allowances that testers set before a caller's first call. For such an allowance, Standin makes up one
 * timestamp per call, which uses memory.
 */
const mostAllowances = 20_000_000

/** Returns the document and the content that its records own. Throws {@link Misuse} with the position of the mistake. */
export function readSnapshot(value: unknown): { readonly document: SnapshotDocument; readonly owned: readonly OwnedContent[] } {
  const document = readAs('snapshot', snapshotDocument(), upgradedSnapshot(value), '.')
  for (const [name, environment] of Object.entries(document.environments)) {
    const shipments = new Set(environment?.shipments.map(({ id }) => id))
    for (const [nth, { shipmentIds }] of environment?.orders.entries() ?? []) {
      const missing = shipmentIds.find((id) => !shipments.has(id))
      if (missing !== undefined)
        throw new Misuse(`snapshot.environments.${name}.orders[${nth}]: the snapshot does not contain its shipment ${missing}.`)
    }
  }
  const set = Object.values(document.environments).flatMap((each) => each?.allowances.filter(({ guessed }) => guessed) ?? [])
  if (set.reduce((sum, { limit }) => sum + limit, 0) > mostAllowances)
    throw new Misuse(`snapshot.environments: the limits of allowances set before their first call add up to more than ${mostAllowances}.`)
  return { document, owned: checkedContents(document) }
}

/** Checks that all content of records is listed, and that all listed content belongs to a record. */
function checkedContents(document: SnapshotDocument): readonly OwnedContent[] {
  const owned = ownedContents(document)
  const listed = new Map(document.contents.map(({ id, size }) => [id, size]))
  if (listed.size < document.contents.length) throw new Misuse('snapshot.contents: an id occurs twice.')
  for (const { id, size, place } of owned) {
    const there = listed.get(id)
    if (there === undefined) throw new Misuse(`snapshot.${place}: "contents" does not contain ${id}.`)
    if (there !== size) throw new Misuse(`snapshot.${place}: the file has ${size} bytes here, but ${there} in "contents".`)
    listed.delete(id)
  }
  const [spare] = listed.keys()
  if (spare !== undefined) throw new Misuse(`snapshot.contents: content ${spare} belongs to no record.`)
  return owned
}

/** Finds bytes that the document does not contain; undefined if they were not sent. */
export type FindBytes = (sha256: string) => { read(): AsyncIterable<Uint8Array> } | undefined

/** Returns the content to store. Reading it throws {@link Misuse} if the bytes do not match their hash. */
export function contentsOf(
  { contents }: SnapshotDocument,
  owned: readonly OwnedContent[],
  find: FindBytes,
  sha256: Platform['sha256'],
): ContentSource {
  const sources = new Map(
    contents.map((content) => {
      const { base64 } = content
      const bytes = base64 === undefined ? find(content.sha256) : { read: () => once(decodeBase64(base64)) }
      return [content.id, { ...content, bytes }]
    }),
  )
  const missing = [...new Set([...sources.values()].filter(({ bytes }) => !bytes).map((each) => each.sha256))]
  if (missing.length > 0) {
    const how = 'Send each with PUT /_standin/snapshot/contents/{sha256} first, or with simulator.snapshotContents.put.'
    throw new Misuse(
      `The snapshot needs ${missing.length} content items that were not sent. ${how} Missing: ${missing.slice(0, 10).join(', ')}.`,
      missing,
      409,
      null,
    )
  }
  return {
    list: () => owned.map(({ id, size, md5, paused }) => ({ id, size, md5, paused })),
    read(id) {
      const source = sources.get(id)
      if (!source?.bytes) throw new Error(`Content not found: ${id}.`)
      return checked(source.bytes.read(), source, sha256)
    },
  }
}

async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  { id, size, sha256: expected }: SnapshotDocument['contents'][number],
  sha256: Platform['sha256'],
): AsyncGenerator<Uint8Array> {
  const hashing = sha256()
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    hashing.update(chunk)
    yield chunk
  }
  if (read !== size) throw new Misuse(`snapshot.contents: ${id} has ${read} bytes instead of ${size}.`)
  if (hashing.end() !== expected) throw new Misuse(`snapshot.contents: the bytes of ${id} do not have the SHA-256 ${expected}.`)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Upgrades leave invalid members unchanged. Validation refuses them later. */
type Members = Readonly<Record<string, unknown>>

/** Changes a member if it exists. */
function changing(value: unknown, name: string, change: (member: unknown) => unknown): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value
}

function without(value: unknown, name: string): unknown {
  if (!isObject(value)) return value
  const { [name]: _, ...others } = value
  return others
}

/** Removes the feed's list of owners, which are the shipments' owners. Moves separate counts to their own list. */
function fromVersion1(document: Members): Members {
  const environment = (value: unknown) => changing(value, 'feed', (feed) => without(feed, 'owners'))
  const environments = changing(document.environments, 'test', environment)
  return {
    ...document,
    version: 2,
    scenarios: separated(document.scenarios),
    environments: changing(environments, 'production', environment),
  }
}

function separated(scenarios: unknown): unknown {
  if (!isObject(scenarios) || !Array.isArray(scenarios.counts)) return scenarios
  const counts: readonly unknown[] = scenarios.counts
  const countsApart = counts.flatMap((each) =>
    isObject(each) && Array.isArray(each.apart)
      ? each.apart.map((one: unknown) => (isObject(one) ? { ...one, scenario: each.scenario } : one))
      : [],
  )
  return { ...scenarios, counts: counts.map((each) => without(each, 'apart')), countsApart }
}

/** Adds the text of events, which version 2 did not contain. */
function fromVersion2(document: Members): Members {
  const events = (list: unknown) => (Array.isArray(list) ? list.map(withText) : list)
  const environment = (value: unknown) => changing(value, 'published', (published) => changing(published, 'events', events))
  const environments = changing(changing(document.environments, 'test', environment), 'production', environment)
  return { ...document, version: 3, environments }
}

/** Upgrades from each version to the next, starting with version 1. */
const upgrades: readonly ((document: Members) => Members)[] = [fromVersion1, fromVersion2]

const oldestVersion = 1

/** Upgrades a document to the current version. Throws {@link Misuse} for an unsupported version, or any other value. */
function upgradedSnapshot(value: unknown): Members {
  const given: Members = isObject(value) ? value : {}
  const { format, version } = given
  if (format !== 'standin-snapshot') throw new Misuse('This is not a Standin snapshot: its "format" is not "standin-snapshot".')
  if (typeof version === 'number' && Number.isInteger(version) && version >= oldestVersion && version <= snapshotVersion)
    return upgrades.slice(version - oldestVersion).reduce((older, upgrade) => upgrade(older), given)
  const shown = JSON.stringify(version)?.slice(0, 100) ?? 'no version'
  throw new Misuse(
    `This snapshot has version ${shown}. This Standin reads versions ${oldestVersion} to ${snapshotVersion}. Take the snapshot again with this version.`,
  )
}
