/** The table of control rows agrees with files, exports and tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { controls } from '../../src/control/index.ts'
import type { ControlId } from '../../src/control/paths.ts'

const folder = 'src/control'
/** The files that are not rows. */
const machinery = [
  'admin',
  'all-rows',
  'answers',
  'attend',
  'client',
  'early-rows',
  'event-stream',
  'front-door',
  'index',
  'input',
  'its-server',
  'journal-query',
  'kept-exploration',
  'mcp',
  'needed-world',
  'page-query',
  'peers',
  'paths',
  'proving',
  'row',
]

const kebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const nameOf = (id: ControlId) => id.slice('control.'.length)

test('ids and files of control rows agree', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))

  expect(files.sort()).toEqual([...machinery, ...controls.map(({ id }) => kebab(nameOf(id)))].sort())
})

test.each(controls.map(({ id }) => id))('%s is what its file exports', async (id) => {
  const exports = await import(`../../src/control/${kebab(nameOf(id))}.ts`)

  expect(exports[nameOf(id)]).toBe(controls.find((row) => row.id === id))
})

test('a test calls every row', () => {
  const tests = readdirSync('test/control').map((file) => readFileSync(`test/control/${file}`, 'utf8'))

  expect(controls.filter(({ id }) => !tests.some((text) => text.includes(`'${id}'`))).map(({ id }) => id)).toEqual([])
})

test('every row is under /_standin, and no two share a place', () => {
  const places = controls.map(({ method, path }) => `${method} ${path}`)

  expect(controls.filter(({ path }) => !path.startsWith('/_standin/'))).toEqual([])
  expect(new Set(places).size).toBe(places.length)
})
