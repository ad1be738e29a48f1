/** Takes snapshots of a world and restores worlds from them. */

import { nameContents, sha256 as sha256Form, storedContent } from '../../persistence/snapshot-contents.ts'
import type { Restored, SnapshotDocument } from '../../persistence/snapshot-document.ts'
import type { Engine } from '../../service/engine/engine.ts'
import { type Catalogue, definedScenarios } from '../../service/failures/catalogue.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { newJournal } from '../../service/world/journal.ts'
import type { Settings } from '../../service/world/settings.ts'
import { copyWorldData, unlessWorldGone, type World, WorldGone } from '../../service/world/world.ts'

/** Options for a snapshot. */
export interface SnapshotOptions {
  /** True to include the journal. Default: false. */
  readonly journal?: boolean | undefined
  /** Maximum size in bytes of file content stored within the document itself. Default: 65,536. Read larger content by its SHA-256. */
  readonly inline?: number | undefined
  /**
   * Called immediately before the world is copied.
   * @internal
   */
  readonly before?: (() => void) | undefined
}

export type Snapshots = ReturnType<typeof createSnapshots>

/** Document formats are loaded on first use. */
const forms = () => import('../../persistence/snapshot-forms.ts')

/** A snapshot fails if content disappears this many times while it is being read. */
const mostTries = 100
const defaultInline = 65_536

interface SnapshotDependencies {
  readonly name: string
  readonly engine: Engine
  readonly version: string
  readonly scenarios: Catalogue['all']
}

export function createSnapshots({ name, engine, version, scenarios }: SnapshotDependencies) {
  const { worlds, dependencies } = engine
  const { platform, settings } = dependencies

  async function take(world: World, { journal = false, inline = defaultInline, before }: SnapshotOptions) {
    // Always waits first, because change listeners run in the middle of a call or job.
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

  /**
   * Returns the world's complete current state as a JSON-compatible document. The snapshot is taken between two commits: for a call or job
   * in progress, it contains the commits so far. Starts over if content was removed in the meantime.
   */
  async function snapshot(options: SnapshotOptions = {}): Promise<SnapshotDocument> {
    const world = worlds.get(name)
    for (let tries = 1; ; tries++) {
      try {
        return await unlessWorldGone(world, take(world, options))
      } catch (thrown) {
        const { ContentGone } = await forms()
        if (!(thrown instanceof ContentGone)) throw thrown
        if (tries === mostTries)
          throw new Misuse("This world's files are being removed faster than they can be read. Freeze its clock first.", undefined, 409)
        await platform.breathe()
      }
    }
  }

  /**
   * Replaces this world with the one in a document, keeping this world's name. Calls in flight end. Throws {@link Misuse} for a document
   * that cannot be restored, and leaves the world unchanged.
   */
  async function restore(value: unknown): Promise<Restored> {
    const { contentsOf, findWaiting, readSnapshot, readWorld } = await forms()
    /** Finds content that was stored for this world, or that any world's last snapshot refers to. */
    function findBytes(sha256: string) {
      const put = worlds.has(name) ? findWaiting(worlds.get(name), sha256) : undefined
      return put ?? worlds.list().flatMap(({ blobs }) => storedContent(blobs, sha256) ?? [])[0]
    }
    const { document, owned } = readSnapshot(value)
    const data = readWorld(name, document)
    const catalogue = await scenarios()
    // The journal in the document can contain lines.
    await engine.load()
    for (const active of data.scenarios.active) {
      if (!data.records.tables[definedScenarios.name]?.has(active.name) && !catalogue.has(active.name))
        throw new Misuse(`snapshot.scenarios.active: scenario ${JSON.stringify(active.name.slice(0, 100))} does not exist here.`)
    }
    const sources = worlds.list()
    const { blobs } = await worlds.load(data, contentsOf(document, owned, findBytes, platform.sha256)).catch((thrown) => {
      // The bytes were lost along with their world, because another restore was faster.
      if (!(thrown instanceof Misuse) && sources.some(({ gone }) => gone)) throw new WorldGone()
      throw thrown
    })
    nameContents(blobs, document.contents)
    const here: Record<string, unknown> = shaping(settings)
    const differences = Object.entries(document.settings).filter(([setting, value]) => here[setting] !== value)
    return { world: name, differences: differences.map(([setting, value]) => ({ setting, snapshot: value, here: here[setting] })) }
  }

  /** Content outside the document, identified by its SHA-256 in lowercase hexadecimal. */
  const snapshotContents = {
    /**
     * Reads content that this world's last snapshot or restore refers to. Throws {@link Misuse} for any other content, and for content that
     * has been removed since.
     */
    read(sha256: string): { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> } {
      const content = storedContent(worlds.get(name).blobs, readAs('sha256', sha256Form(), sha256))
      if (content) return { size: content.size, bytes: content.read() }
      throw new Misuse(
        `This world's last snapshot does not contain ${sha256}, or its file has since been removed. Take the snapshot again.`,
        undefined,
        404,
      )
    },
    /**
     * Stores content for a snapshot that will be restored later, for the lifetime of the world. Throws {@link Misuse} if the hash does not
     * match.
     */
    async put(sha256: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
      const world = worlds.get(name)
      const { keepWaiting } = await forms()
      await unlessWorldGone(world, keepWaiting(world, readAs('sha256', sha256Form(), sha256), bytes, platform))
    },
  }
  return { snapshot, restore, snapshotContents }
}

/** Settings that affect how the simulator's worlds continue. */
const shaping = ({ pace, rateLimits, sendWindow, openResources, openClients, unknownRecipients }: Settings) => ({
  pace,
  rateLimits,
  sendWindow: sendWindow ?? null,
  openResources,
  openClients,
  unknownRecipients,
})
