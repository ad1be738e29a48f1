import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment } from '../../../../src/service/wire/form.ts'
import { type PartName, readPartName } from '../../../../src/service/wire/http/multipart.ts'

const names: [fileName: string, shown: string, encoded: string][] = [
  ['report.xml', 'report.xml', 'report.xml'],
  ['my file.txt', '"my file.txt"', 'my%20file.txt'],
  ['blåbær.txt', 'bl_b_r.txt', 'bl%C3%A5b%C3%A6r.txt'],
  ['say "hi".txt', '"say \\"hi\\".txt"', 'say%20%22hi%22.txt'],
  ['a\\b.txt', '"a\\\\b.txt"', 'a%5Cb.txt'],
  ['a\r\nX-Evil: 1', '"a__X-Evil: 1"', 'a%0D%0AX-Evil%3A%201'],
  ['nul\0tab\t.bin', 'nul_tab_.bin', 'nul%00tab%09.bin'],
  ["it's*(1).txt", `"it's*(1).txt"`, 'it%27s%2A%281%29.txt'],
  ['a#b$c&d+e^f`g|h~!.x', 'a#b$c&d+e^f`g|h~!.x', 'a#b$c&d+e^f`g|h~!.x'],
  ['50%.txt', '50%.txt', '50%25.txt'],
  ['a;b,c=d', '"a;b,c=d"', 'a%3Bb%2Cc%3Dd'],
  ['half\uD800pair', 'half_pair', 'half%EF%BF%BDpair'],
]

test.each(names)('%j is written as %s and as %s', (fileName, shown, encoded) => {
  expect(attachment(fileName)).toBe(`attachment; filename=${shown}; filename*=UTF-8''${encoded}`)
})

const characters = fc.integer({ min: 0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff)
const anyText = fc.array(characters).map((codes) => String.fromCodePoint(...codes))

test('every file name makes a valid header and can be read back', () => {
  fc.assert(
    fc.property(anyText, (fileName) => {
      const header = attachment(fileName)

      expect(header).toMatch(
        /^attachment; filename=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*"); filename\*=UTF-8''[!#$&+.^_`|~0-9A-Za-z%-]*$/,
      )
      expect(header).toMatch(/^[ -~]*$/)
      expect(decodeURIComponent(header.slice(header.lastIndexOf("''") + 2))).toBe(fileName)
    }),
  )
})

const parts: [disposition: string, part: PartName | undefined][] = [
  ['form-data; name="Metadata.Sender"', { name: 'Metadata.Sender', fileName: undefined }],
  ['form-data; name=Metadata.Sender', { name: 'Metadata.Sender', fileName: undefined }],
  ['Form-Data;NAME="a";FileName="b.txt"', { name: 'a', fileName: 'b.txt' }],
  ['form-data; name="FileTransfer"; filename="旅行 – plan.txt"', { name: 'FileTransfer', fileName: '旅行 – plan.txt' }],
  [`form-data; name="FileTransfer"; filename*=UTF-8''a.txt`, { name: 'FileTransfer', fileName: "UTF-8''a.txt" }],
  ['form-data; name="FileTransfer"; filename=""', { name: 'FileTransfer', fileName: undefined }],
  ['form-data; name="a;b=c"', { name: 'a;b=c', fileName: undefined }],
  ['form-data; name="first"; name="second"', { name: 'first', fileName: undefined }],
  ['form-data', { name: '', fileName: undefined }],
  ['form-data; name="broken', { name: '"broken', fileName: undefined }],
  ['attachment; name="a"', undefined],
  ['form-database; name="a"', undefined],
  ['', undefined],
]

test.each(parts)('the header %j is read as %j', (disposition, part) => {
  expect(readPartName(disposition)).toEqual(part)
})
