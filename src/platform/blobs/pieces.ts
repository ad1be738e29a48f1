/** Collects content in memory as pieces, and reads the pieces. */

/** Bytes per piece. Small chunks are merged, so that a million one-byte chunks do not become a million arrays. */
export const pieceSize = 2 ** 16

export type Pieces = readonly Uint8Array[]

/** Copies small chunks into pieces. Chunks of at least `asTheyAre` bytes are stored without copying. */
export function gather(asTheyAre = Number.POSITIVE_INFINITY) {
  let pieces: Uint8Array[] = []
  let piece = new Uint8Array(0)
  let filled = 0

  function endPiece(): void {
    if (filled > 0) pieces.push(filled === piece.length ? piece : piece.slice(0, filled))
    piece = new Uint8Array(0)
    filled = 0
  }
  function makeRoom(size: number): void {
    const room = new Uint8Array(Math.min(pieceSize, Math.max(size, 2 * piece.length)))
    room.set(piece.subarray(0, filled))
    piece = room
  }
  return {
    add(chunk: Uint8Array): void {
      if (chunk.length >= asTheyAre) {
        endPiece()
        pieces.push(chunk)
        return
      }
      if (filled + chunk.length > pieceSize) endPiece()
      if (chunk.length >= pieceSize) {
        pieces.push(new Uint8Array(chunk))
        return
      }
      if (filled + chunk.length > piece.length) makeRoom(filled + chunk.length)
      piece.set(chunk, filled)
      filled += chunk.length
    },
    take(): Pieces {
      endPiece()
      const taken = pieces
      pieces = []
      return taken
    },
  }
}

export async function* readPieces(pieces: Pieces, start: number, end: number): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const piece of pieces) {
    if (from >= end) return
    const to = from + piece.length
    // Copies the piece, because a byte stream takes ownership of its chunks' memory.
    if (to > start) yield piece.slice(Math.max(0, start - from), end - from)
    from = to
  }
}

/** Returns the pieces without the first `bytes` bytes. */
export function beyond(bytes: number, pieces: readonly Uint8Array[]): Pieces {
  let rest = bytes
  for (const [nth, piece] of pieces.entries()) {
    if (piece.length > rest) return [piece.subarray(rest), ...pieces.slice(nth + 1)]
    rest -= piece.length
  }
  return []
}
