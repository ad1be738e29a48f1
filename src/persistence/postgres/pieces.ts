/** Stores file bytes in PostgreSQL rows: each content item consists of consecutive pieces. */
import type { Session } from './session.ts'

/** Bytes per piece. Other statements in the session can run between two pieces. */
export const pieceBytes = 2 ** 18
/**
 * Maximum number of pieces per delete statement and per select statement. Limited, because a statement that takes too long looks like a
 * broken connection.
 */
const [most, mostRead] = [32, 4]
/** Timeout in milliseconds for a statement that affects all of a world's pieces. */
const patience = 10_000

export interface PiecesOfWorld {
  append(id: string, start: number, bytes: Uint8Array): Promise<void>
  /** Removes a content item's bytes starting at `start`. */
  cut(id: string, start: number): Promise<void>
  removeAll(): Promise<void>
  read(id: string, start: number, end: number): AsyncGenerator<Uint8Array>
  /** Returns the number of bytes in each content item. `whole`: the number of bytes before the first gap. */
  sizes(): Promise<ReadonlyMap<string, { readonly all: number; readonly whole: number }>>
}

/** `schema`: the quoted name. */
export function piecesOf({ run, owner }: Session, schema: string, world: number): PiecesOfWorld {
  const prepare = (name: string, text: string) => ({ name, text })
  const put = prepare('put_piece', `INSERT INTO ${schema}.piece VALUES ($1, $2, $3, ${owner}, $4)`)
  const cut = prepare(
    'cut_pieces',
    `DELETE FROM ${schema}.piece WHERE world = $1 AND content = $2 AND start IN
      (SELECT start FROM ${schema}.piece WHERE world = $1 AND content = $2 AND start >= $3 LIMIT ${most}) RETURNING start`,
  )
  const select = prepare(
    'read_pieces',
    `SELECT start::float8, bytes FROM ${schema}.piece WHERE world = $1 AND content = $2 AND start > $3 - ${pieceBytes} AND
      start < $3 + ${pieceBytes} AND start + length(bytes) > $3 ORDER BY start LIMIT ${mostRead}`,
  )
  const sizes = prepare(
    'sizes_of_pieces',
    `SELECT content, max(start + bytes)::float8 AS all, coalesce(max(start + bytes) FILTER (WHERE start = before), 0)::float8 AS whole FROM
      (SELECT content, start, length(bytes) AS bytes, sum(length(bytes)) OVER (PARTITION BY content ORDER BY start) - length(bytes) AS before
        FROM ${schema}.piece WHERE world = $1) AS p GROUP BY content`,
  )
  async function cutFrom(id: string, start: number): Promise<void> {
    let removed = most
    while (removed === most) removed = (await run(cut, [world, id, start])).length
  }
  return {
    async append(id, start, bytes) {
      for (let at = 0; at < bytes.length; at += pieceBytes) await run(put, [world, id, start + at, bytes.subarray(at, at + pieceBytes)])
    },
    cut: cutFrom,
    async removeAll() {
      const ids = await run({ text: `SELECT DISTINCT content FROM ${schema}.piece WHERE world = $1`, patience }, [world])
      for (const { content } of ids) await cutFrom(String(content), 0)
    },
    async *read(id, start, end) {
      for (let at = start; at < end; ) {
        const pieces = await run(select, [world, id, at])
        const before = at
        for (const piece of pieces) {
          const from = Number(piece.start)
          // Copies the bytes, because a byte stream takes ownership of its chunks' memory.
          const bytes = new Uint8Array((piece.bytes as Uint8Array).subarray(Math.max(0, at - from), end - from))
          if (from > at || bytes.length === 0) break
          at += bytes.length
          yield bytes
        }
        if (at === before) throw new Error(`Content ${id} has been truncated.`)
      }
    },
    async sizes() {
      return new Map(
        (await run({ ...sizes, patience }, [world])).map(({ content, all, whole }) => [
          String(content),
          { all: Number(all), whole: Number(whole) },
        ]),
      )
    },
  }
}

/** Removes the pieces of deleted worlds, and of worlds whose creation was interrupted when a server died. */
export async function removeOrphans({ run, owner, lockClass }: Session, schema: string): Promise<void> {
  const orphans = {
    text: `SELECT world::float8, writer FROM ${schema}.piece AS p GROUP BY world, writer
      HAVING NOT EXISTS (SELECT FROM ${schema}.world AS w WHERE w.number = p.world) AND writer <> $2 AND NOT ${schema}.lives(writer, $1)`,
    patience,
  }
  const remove = {
    text: `DELETE FROM ${schema}.piece WHERE (content, start) IN (SELECT content, start FROM ${schema}.piece
      WHERE world = $1 AND writer = $2 LIMIT ${most}) AND world = $1 RETURNING start`,
    patience,
  }
  for (const { world, writer } of await run(orphans, [lockClass, owner])) {
    let removed = most
    while (removed === most) removed = (await run(remove, [world as number, writer as number])).length
  }
}
