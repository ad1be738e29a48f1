/** Checks that comments, messages and documents avoid the phrases that the language rules forbid. */
import { expect, test } from 'vitest'
import { findings, findingsIn } from '../tools/language.ts'

const all = findings()
const nameOf = ({ file, line, words, text }: (typeof all)[number]) => `${file}:${line} "${words}": ${text.slice(0, 120)}`

test('a comment begins with a noun or a verb', () => {
  const openings = all.filter(({ kind }) => kind === 'opening').map(nameOf)

  expect(openings, 'Begin these comments with a noun or a verb: see CONTRIBUTING.md, How we write.').toEqual([])
})

test('messages and documents use the technical word', () => {
  const phrases = all.filter(({ kind }) => kind === 'phrase').map(nameOf)

  expect(phrases, 'Replace these words: see CONTRIBUTING.md, How we write.').toEqual([])
})

test.each([
  ['src/a.ts', '/** Whether it is open. */', 'Whether'],
  ['src/a.ts', '/** The file that nobody reads. */', 'nobody'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source text of a template.
  ['src/a.ts', 'fail(`The file ${name} lies in no folder.`)', 'lies'],
  ['docs/a.md', 'A file stands here.', 'stands'],
])('%s with %s is a finding', (file, text, words) => {
  expect(findingsIn(file, text).map((finding) => finding.words)).toEqual([words])
})

test.each([
  ['src/a.ts', '/** True if it is open. */'],
  ['src/a.ts', "const status = 'holds'"],
  ['docs/a.md', '```sh\nnobody\n```\nRun `stands`.'],
])('%s with %s is none', (file, text) => {
  expect(findingsIn(file, text)).toEqual([])
})
