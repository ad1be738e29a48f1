import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientGone } from '../../../src/service/wire/call.ts'
import { type BlobSink, FormUnreadable, peekForm, readForm } from '../../../src/service/wire/form.ts'
import { type FormLimits, formLimits } from '../../../src/service/wire/http/multipart.ts'

const utf8 = new TextEncoder()
const boundary = 'X-b-'
const contentType = `multipart/form-data; boundary=${boundary}`

interface Part {
  name: string
  fileName?: string
  content: string
}

const head = ({ name, fileName }: Part) =>
  `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/plain`}`
const write = (...parts: Part[]) =>
  `${parts.map((part) => `--${boundary}\r\n${head(part)}\r\n\r\n${part.content}\r\n`).join('')}--${boundary}--\r\n`

const sender = { name: 'Metadata.Sender', content: '0192:312345678' }
const file = { name: 'FileTransfer', fileName: 'ignored.txt', content: 'hello' }

/** Records the calls of a sink. */
function sink() {
  const written: Uint8Array[] = []
  const done: string[] = []
  const open = (): BlobSink<string> => {
    done.push('open')
    return {
      write: (chunk) => {
        written.push(chunk.slice())
        return undefined
      },
      finish: async () => {
        done.push('finish')
        return text()
      },
      discard: async () => {
        done.push('discard')
      },
    }
  }
  const text = () => new TextDecoder().decode(Uint8Array.from(written.flatMap((chunk) => [...chunk])))
  return { open, done, written, text }
}

async function* stream(...chunks: (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? utf8.encode(chunk) : chunk
}

const read = (text: string, into = sink()) => readForm(stream(text), contentType, into.open)
const metadata = { metadata: { sender: '0192:312345678' } }

test('fields and file are read in any order', async () => {
  expect(await read(write(sender, file))).toEqual({ fields: metadata, file: 'hello' })
  expect(await read(write(file, sender))).toEqual({ fields: metadata, file: 'hello' })
})

test('the file is written before it is finished, and never discarded', async () => {
  const into = sink()

  await read(write(file, sender), into)

  expect(into.done).toEqual(['open', 'finish'])
})

test('an empty file is a file', async () => {
  expect(await read(write({ ...file, content: '' }))).toEqual({ fields: {}, file: '' })
})

test('a form without a file opens no sink', async () => {
  const into = sink()

  expect(await read(write(sender), into)).toEqual({ fields: metadata, file: undefined })
  expect(into.done).toEqual([])
})

const noFiles: [what: string, part: Part][] = [
  ['a part without a file name', { name: 'FileTransfer', content: 'hello' }],
  ['a part with an empty file name', { name: 'FileTransfer', fileName: '', content: 'hello' }],
  ['a file of another name', { name: 'Attachment', fileName: 'a.txt', content: 'x'.repeat(100_000) }],
  ['a field with a file name', { name: 'Metadata.FileName', fileName: 'a.txt', content: 'hello' }],
]

test.each(noFiles)('%s is not the file', async (_, part) => {
  expect(await read(write(part, sender))).toEqual({ fields: metadata, file: undefined })
})

test('a second file is skipped', async () => {
  expect(await read(write(file, { ...file, content: 'x'.repeat(100_000) }, sender))).toEqual({ fields: metadata, file: 'hello' })
})

test('names are read in any case, and may contain characters outside Latin-1', async () => {
  const parts = [
    { name: 'FILETRANSFER', fileName: '旅行 – “plan”.txt', content: 'hello' },
    { name: 'metadata.propertylist[sted – 東京]', content: 'blåbær 東京' },
  ]

  expect(await read(write(...parts))).toEqual({ fields: { metadata: { propertyList: { 'sted – 東京': 'blåbær 東京' } } }, file: 'hello' })
})

test('a form that fetch writes is read', async () => {
  const form = new FormData()
  form.set('FileTransfer', new File(['hello'], 'blåbær – "1".txt', { type: 'application/xml' }))
  form.append('Metadata.Recipients', '0192:313456789')
  form.append('Metadata.Recipients', '0192:314567890')
  const { body, headers } = new Response(form)
  if (!body) throw new Error('there is no body')

  expect(await readForm(body, headers.get('content-type') ?? '', sink().open)).toEqual({
    fields: { metadata: { recipients: ['0192:313456789', '0192:314567890'] } },
    file: 'hello',
  })
})

test('bytes that are not UTF-8 are replaced in fields and kept in files', async () => {
  const into = sink()
  const [before = '', after = ''] = write({ ...sender, content: '|' }).split('|')
  const [start = '', end = ''] = write({ ...file, content: '|' }).split('|')
  const bad = Uint8Array.of(0xff, 0xfe)

  const field = await readForm(stream(before, bad, after), contentType, into.open)
  await readForm(stream(start, bad, end), contentType, into.open)

  expect(field.fields).toEqual({ metadata: { sender: '��' } })
  expect(into.written.flatMap((chunk) => [...chunk])).toEqual([0xff, 0xfe])
})

test('text outside the parts and parts of other kinds are skipped', async () => {
  const other = `--${boundary}\r\nContent-Disposition: attachment\r\n\r\nx\r\n--${boundary}\r\nContent-Type: text/plain\r\n\r\ny\r\n--${boundary}\r\nContent-Disposition: form-data\r\n\r\nz\r\n`
  const after = `--${boundary}\r\n${head(file)}\r\n\r\nlate\r\n--${boundary}--`

  expect(await read(`preamble\r\n${other}${write(sender)}epilogue\r\n${after}`)).toEqual({ fields: metadata, file: undefined })
})

const types = [`multipart/form-data; boundary="${boundary}"`, `Multipart/Form-Data;charset=utf-8;BOUNDARY=${boundary}; x=y`]

test.each(types)('the boundary is found in %s', async (type) => {
  expect(await readForm(stream(write(sender)), type, sink().open)).toEqual({ fields: metadata, file: undefined })
})

/** Content that resembles the boundary. */
const tricky = fc
  .array(fc.constantFrom('\r', '\n', '-', '--', '\r\n', '\r\n--', `\r\n--${boundary.slice(0, -1)}`, 'X', 'b', 'å'))
  .map((bits) => bits.join(''))
  .filter((text) => !`\r\n${text}`.includes(`\r\n--${boundary}`))
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })

/** Splits bytes at these offsets. Offsets beyond the end are ignored. */
function cutAt(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const sorted = [...new Set([0, ...places, bytes.length])].filter((place) => place <= bytes.length).sort((one, other) => one - other)
  return sorted.slice(1).map((end, at) => bytes.slice(sorted[at], end))
}

test('a form is read the same in all divisions into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(tricky, tricky, cuts, async (content, property, places) => {
      const bytes = utf8.encode(write(sender, { ...file, content }, { name: 'Metadata.PropertyList[a]', content: property }))

      const form = await readForm(stream(...cutAt(bytes, places)), contentType, sink().open)

      expect(form).toEqual({ fields: { metadata: { sender: '0192:312345678', propertyList: { a: property } } }, file: content })
    }),
    { numRuns: 300 },
  )
})

test('a form is read byte by byte, and in two chunks with every division', async () => {
  const bytes = utf8.encode(write(file, sender, { ...file, content: 'second' }))

  expect(await readForm(stream(...cutAt(bytes, [...bytes.keys()])), contentType, sink().open)).toEqual({ fields: metadata, file: 'hello' })
  for (const place of bytes.keys()) {
    expect(await readForm(stream(...cutAt(bytes, [place])), contentType, sink().open), `cut at ${place}`).toEqual({
      fields: metadata,
      file: 'hello',
    })
  }
})

const whole = write(file, sender)
const brokenOff = 'Unexpected end of Stream, the content may have already been read by another component. '
const part = (headers: string) => `--${boundary}\r\n${headers}\r\n\r\nx\r\n--${boundary}--`

const broken: [what: string, text: string, type: string, reason: string][] = [
  ['has no boundary', whole, 'multipart/form-data', 'Missing content-type boundary.'],
  ['has an empty boundary', whole, 'multipart/form-data; boundary=""', 'Missing content-type boundary.'],
  ['has a boundary with a line break', whole, 'multipart/form-data; boundary="a\r\nb"', 'Missing content-type boundary.'],
  ['has too long a boundary', whole, `multipart/form-data; boundary=${'b'.repeat(129)}`, 'Multipart boundary length limit 128 exceeded.'],
  ['has another boundary than its header', whole, 'multipart/form-data; boundary=other', brokenOff],
  ['is empty', '', contentType, brokenOff],
  ['is JSON', '{"sender":"0192:312345678"}', contentType, brokenOff],
  ['ends within the file', whole.slice(0, whole.indexOf('llo')), contentType, brokenOff],
  ['ends within a field', whole.slice(0, -20), contentType, brokenOff],
  ['ends before the closing hyphens', whole.slice(0, -4), contentType, brokenOff],
  ['ends between the closing hyphens', whole.slice(0, -3), contentType, brokenOff],
  ['ends within a header', whole.slice(0, 30), contentType, brokenOff],
  ['has a malformed header', part('Content Disposition: x'), contentType, 'Invalid header line.'],
  ['has a control character in a header', part('Content-Disposition: \u0000'), contentType, 'Invalid header line.'],
  ['has too long a header', part(`X: ${'x'.repeat(20_000)}`), contentType, 'Multipart headers length limit 16384 exceeded.'],
  [
    'has too long a name',
    part(`Content-Disposition: form-data; name="${'x'.repeat(1_000_000)}"`),
    contentType,
    'Multipart headers length limit 16384 exceeded.',
  ],
  [
    'has too many headers',
    part(Array.from({ length: 200 }, (_, at) => `X${at}: y`).join('\r\n')),
    contentType,
    'Multipart headers count limit 100 exceeded.',
  ],
  ['has an empty part', `--${boundary}\r\n\r\n--${boundary}--`, contentType, 'Invalid multipart section.'],
  [
    'has an undecodable file name',
    part(`Content-Disposition: form-data; name="x"; filename*=UTF-8''%E0%A4%A`),
    contentType,
    'Invalid multipart section.',
  ],
]

test.each(broken)('a form that %s is unreadable, and its file is discarded', async (_, text, type, reason) => {
  const into = sink()

  await expect(readForm(stream(text), type, into.open)).rejects.toThrow(new FormUnreadable(reason))
  expect(into.done).not.toContain('finish')
  expect(into.done.at(0) === 'open').toBe(into.done.at(-1) === 'discard')
})

const fields = (count: number) => Array.from({ length: count }, () => sender)
const long = (length: number) => ({ ...sender, content: 'x'.repeat(length) })

const bounds: [contents: string, parts: Part[], limits: FormLimits, reason: string | undefined][] = [
  ['the maximum number of parts', [file, ...fields(1023)], formLimits, undefined],
  ['one part too many', [file, ...fields(1024)], formLimits, 'Form value count limit 1024 exceeded.'],
  ['a field of the maximum length', [file, long(65_536)], formLimits, undefined],
  ['a field that is too long', [file, long(65_537)], formLimits, 'Form value length limit 65536 exceeded.'],
  ['the maximum number of bytes', [file], { ...formLimits, total: write(file).length }, undefined],
  [
    'one byte too many',
    [file],
    { ...formLimits, total: write(file).length - 1 },
    `Multipart body length limit ${write(file).length - 1} exceeded.`,
  ],
]

test.each(bounds)('the limits hold for a form with %s', async (_, given, limits, reason) => {
  const into = sink()
  const [before, after] = [write(...given).slice(0, 120), write(...given).slice(120)]

  const outcome = await readForm(stream(before, after), contentType, into.open, limits).catch((thrown: unknown) => thrown)

  if (reason === undefined) expect(outcome).toMatchObject({ file: 'hello' })
  else expect(outcome).toEqual(new FormUnreadable(reason))
  expect(into.done).toEqual(['open', reason === undefined ? 'finish' : 'discard'])
})

test('the file is discarded when the client disconnects', async () => {
  const into = sink()
  async function* leaving() {
    yield utf8.encode(whole.slice(0, whole.indexOf('llo')))
    throw new ClientGone()
  }

  await expect(readForm(leaving(), contentType, into.open)).rejects.toThrow(ClientGone)
  expect(into.done).toEqual(['open', 'discard'])
})

test('reading stops with the error of the sink when the file cannot be stored', async () => {
  const into = sink()
  let stopped = false
  async function* counted() {
    try {
      yield utf8.encode(whole.slice(0, whole.indexOf('llo')))
      yield utf8.encode(whole.slice(whole.indexOf('llo')))
    } finally {
      stopped = true
    }
  }
  const full = () => ({ ...into.open(), write: () => Promise.reject(new Error('disk full')) })

  await expect(readForm(counted(), contentType, full)).rejects.toThrow('disk full')
  expect(into.done).toEqual(['open', 'discard'])
  expect(stopped).toBe(true)
})

test('reading pauses while the sink is full', async () => {
  const room = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const taken: number[] = []
  async function* chunks() {
    for (const [at, text] of [whole.slice(0, whole.indexOf('llo')), whole.slice(whole.indexOf('llo'))].entries()) {
      taken.push(at)
      yield utf8.encode(text)
    }
  }
  const slow = () => ({
    ...sink().open(),
    write: () => {
      asked.resolve()
      return room.promise
    },
  })

  const reading = readForm(chunks(), contentType, slow)
  await asked.promise
  const takenWhileFull = [...taken]
  room.resolve()
  await reading

  expect(takenWhileFull).toEqual([0])
  expect(taken).toEqual([0, 1])
})

test('a look into a form in chunks of one byte keeps no chunk, and the form stays whole', async () => {
  const form = write(sender, file)
  async function* byteByByte(): AsyncIterable<Uint8Array> {
    for (const byte of utf8.encode(form)) yield Uint8Array.of(byte)
  }
  const { fields, body } = await peekForm(byteByByte(), contentType, 1_000)
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)

  expect(fields).toEqual(metadata)
  expect(chunks[0]?.length).toBeGreaterThan(form.indexOf('filename'))
  expect(Buffer.concat(chunks).toString()).toBe(form)
})
