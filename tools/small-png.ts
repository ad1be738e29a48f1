/** Reduces a screenshot's size by converting it to a PNG with a palette of the most frequent colours. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Picture {
  readonly width: number
  readonly height: number
  /** Each pixel's red, green and blue, packed into one number. */
  readonly pixels: Uint32Array
}

/** `colours`: size of the palette, at most 256. Colours outside the palette are replaced with the nearest colour. */
export function smallPng(png: Buffer, colours = 96): Buffer {
  const { width, height, pixels } = readPng(png)
  const palette = paletteOf(pixels, colours)
  const places = new Map<number, number>()
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = pixels[y * width + x] ?? 0
      let place = places.get(colour)
      if (place === undefined) {
        place = nearest(palette, colour)
        places.set(colour, place)
      }
      rows[y * (width + 1) + 1 + x] = place
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // 8 bits per pixel, each an index into the palette.
  head.set([8, 3, 0, 0, 0], 8)
  const chunks = [
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Reads Chromium's PNG files: 8 bits per channel, no interlacing. */
function readPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = { 2: 3, 6: 4 }[png[25] ?? 0]
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) throw new Error('This kind of PNG is not supported.')
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels)
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = bytes.readUIntBE(at * channels, 3)
  return { width, height, pixels }
}

/** Undoes each row's filter. Source: PNG, section 9. */
function unfiltered(raw: Buffer, length: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(length * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (length + 1)] ?? 0
    for (let x = 0; x < length; x++) {
      const left = x < channels ? 0 : (out[y * length + x - channels] ?? 0)
      const up = y === 0 ? 0 : (out[(y - 1) * length + x] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (out[(y - 1) * length + x - channels] ?? 0)
      const expected = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      out[y * length + x] = (raw[y * (length + 1) + 1 + x] ?? 0) + expected
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Returns the most frequent colours, with a minimum distance between them, so that rare but distinct colours are included. */
function paletteOf(pixels: Uint32Array, most: number): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const frequent = [...counts.keys()].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
  const palette: number[] = []
  for (const colour of frequent) {
    const isLarge = (counts.get(colour) ?? 0) > pixels.length / 500
    if (isLarge || palette.every((each) => distance(each, colour) > 600)) palette.push(colour)
    if (palette.length === most) break
  }
  return palette
}

const partsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const

function distance(one: number, other: number): number {
  const [red, green, blue] = partsOf(one)
  const [otherRed, otherGreen, otherBlue] = partsOf(other)
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2
}

function nearest(palette: readonly number[], colour: number): number {
  let found = 0
  for (let at = 1; at < palette.length; at++) if (distance(palette[at] ?? 0, colour) < distance(palette[found] ?? 0, colour)) found = at
  return found
}
