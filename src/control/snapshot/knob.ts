/** Snapshots of a world: a document of everything in it, and a world from such a document. */

import { nameContents, sha256 as sha256Form, storedContent } from '../../persistence/snapshot-contents.ts'
import type { Restored, SnapshotDocument } from '../../persistence/snapshot-document.ts'
import type { Engine } from '../../service/engine/engine.ts'
import { type Catalogue, definedScenarios } from '../../service/failures/catalogue.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { unlessWorldGone, WorldGone } from '../../service/world/changes.ts'
import { newJournal } from '../../service/world/journal.ts'
import type { Settings } from '../../service/world/settings.ts'
import { copyWorldData, type World } from '../../service/world/world.ts'

/** What a snapshot holds. */
export interface SnapshotOptions {
  /** Whether the document has the journal too. Default false. */
  readonly journal?: boolean | undefined
  /** Bytes of the largest file whose content lies in the document itself. Default 65,536. Larger content is read by its SHA-256. */
  readonly inline?: number | undefined
  /**
   * Called at once before the world is copied.
   * @internal
   */
  readonly before?: (() => void) | undefined
}

/** Content that does not lie in the documents, by its SHA-256 in lower-case hexadecimal. */
export interface SnapshotContents {
  /**
   * Content that the last snapshot of this world, or its restore, named. Throws {@link Misuse} for any other, and for content that was
   * removed since.
   */
  read(sha256: string): { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> }
  /** Keeps content for a snapshot that is restored later, until the world ends. Throws {@link Misuse} for bytes with another hash. */
  put(sha256: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
}

export interface Snapshots {
  /**
   * Everything in the world as of now, as a document that JSON can hold. It is taken between two commits: of a call or a job that has not
   * ended, it has what was committed.
   */
  snapshot(options?: SnapshotOptions): Promise<SnapshotDocument>
  /**
   * Puts the world of a document in the place of this one, under this one's name. Calls in flight end. Throws {@link Misuse} for a document
   * that cannot be restored, and the world stays as it is.
   */
  restore(document: unknown): Promise<Restored>
  readonly snapshotContents: SnapshotContents
}

/** The forms of documents are loaded with the first one. */
const forms = () => import('../../persistence/snapshot-forms.ts')

/** How often content may vanish while it is read, before a snapshot fails. */
const mostTries = 100
const defaultInline = 65_536

interface SnapshotDependencies {
  readonly name: string
  readonly engine: Engine
  readonly version: string
  readonly scenarios: Catalogue['all']
}

export function createSnapshots({ name, engine, version, scenarios }: SnapshotDependencies): Snapshots {
  const { worlds, dependencies } = engine
  const { platform, settings } = dependencies

  async function take(world: World, { journal = false, inline = defaultInline, before }: SnapshotOptions) {
    // A listener of changes stands in the middle of a call or a job, so that this waits in any case.
    const { snapshotVersion, ownedContents, writeContents, writeWorld } = await forms()
    before?.()
    const data = copyWorldData(world, journal ? {} : { journal: newJournal() })
    const document = writeWorld(data, journal ? world.journal.redact.mark : undefined)
    const contents = await writeContents(ownedContents(document), { world: name, blobs: world.blobs, sha256: platform.sha256, inline })
    return {
      format: 'standin-snapshot',
      version: snapshotVersion,
      standin: version,
      settings: shaping(settings),
      ...document,
      contents,
    } as const
  }

  /** Takes the snapshot again when content was removed meanwhile. */
  async function snapshot(options: SnapshotOptions = {}): Promise<SnapshotDocument> {
    const world = worlds.get(name)
    for (let tries = 1; ; tries++) {
      try {
        return await unlessWorldGone(world, take(world, options))
      } catch (thrown) {
        const { ContentGone } = await forms()
        if (!(thrown instanceof ContentGone)) throw thrown
        if (tries === mostTries)
          throw new Misuse('Files of this world are removed faster than they are read. Freeze its clock first.', undefined, 409)
        await platform.breathe()
      }
    }
  }

  async function restore(value: unknown): Promise<Restored> {
    const { contentsOf, findWaiting, readSnapshot, readWorld } = await forms()
    /** What was put for this world, or what the last snapshot of any world named. */
    function findBytes(sha256: string) {
      const put = worlds.has(name) ? findWaiting(worlds.get(name), sha256) : undefined
      return put ?? worlds.list().flatMap(({ blobs }) => storedContent(blobs, sha256) ?? [])[0]
    }
    const { document, owned } = readSnapshot(value)
    const data = readWorld(name, document)
    const catalogue = await scenarios()
    // The journal of the document may have lines.
    await engine.load()
    for (const active of data.scenarios.active) {
      if (!data.records.tables[definedScenarios.name]?.has(active.name) && !catalogue.has(active.name))
        throw new Misuse(`snapshot.scenarios.active: there is no scenario ${JSON.stringify(active.name.slice(0, 100))} here.`)
    }
    const sources = worlds.list()
    const { blobs } = await worlds.load(data, contentsOf(document, owned, findBytes, platform.sha256)).catch((thrown) => {
      // The bytes ended with a world that had them: another restore was faster.
      if (!(thrown instanceof Misuse) && sources.some(({ gone }) => gone)) throw new WorldGone()
      throw thrown
    })
    nameContents(blobs, document.contents)
    const here: Record<string, unknown> = shaping(settings)
    const differences = Object.entries(document.settings).filter(([setting, value]) => here[setting] !== value)
    return { world: name, differences: differences.map(([setting, value]) => ({ setting, snapshot: value, here: here[setting] })) }
  }

  const snapshotContents: SnapshotContents = {
    read(sha256) {
      const content = storedContent(worlds.get(name).blobs, readAs('sha256', sha256Form(), sha256))
      if (content) return { size: content.size, bytes: content.read() }
      throw new Misuse(
        `The last snapshot of this world names no content ${sha256}, or its file was removed since. Take the snapshot again.`,
        undefined,
        404,
      )
    },
    async put(sha256, bytes) {
      const world = worlds.get(name)
      const { keepWaiting } = await forms()
      await unlessWorldGone(world, keepWaiting(world, readAs('sha256', sha256Form(), sha256), bytes, platform))
    },
  }
  return { snapshot, restore, snapshotContents }
}

/** The settings of a simulator that shape how its worlds go on. */
const shaping = ({ pace, rateLimits, sendWindow, openResources, openClients, unknownRecipients }: Settings) => ({
  pace,
  rateLimits,
  sendWindow: sendWindow ?? null,
  openResources,
  openClients,
  unknownRecipients,
})
