/** What runs before `npm start` and `npm test`: `npm ci`, where packages are missing or older than the lock file. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../support/folder.ts'

const one = { version: '1.0.0', integrity: 'sha512-a' }
const tool = { ...one, dev: true }
const complete = { 'node_modules/one': one, 'node_modules/tool': tool }
const lock = JSON.stringify({ packages: { '': {}, ...complete, 'node_modules/other-system': { ...one, optional: true } } })

/** A repository in which npm is a script that says what it is asked for, and installs everything. */
function repository(found: object | undefined, npmExits = 0) {
  const everything = JSON.stringify({ packages: complete })
  const folder = folderWith({
    'package.json': JSON.stringify({ type: 'module' }),
    'package-lock.json': lock,
    'program.js': 'console.log("runs", ...process.argv.slice(2))',
    'npm-cli.js': `import fs from 'node:fs'
      console.log('npm', ...process.argv.slice(2))
      if (${npmExits}) process.exit(${npmExits})
      for (const name of ['one', 'tool']) fs.mkdirSync('node_modules/' + name, { recursive: true })
      fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(everything)})`,
  })
  mkdirSync(join(folder, 'tools'))
  copyFileSync('tools/set-up.js', join(folder, 'tools/set-up.js'))
  for (const path of Object.keys(found ?? {})) mkdirSync(join(folder, path), { recursive: true })
  if (found) writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: found }))
  const setUp = (...words: string[]) => {
    const env = { ...process.env, npm_execpath: join(folder, 'npm-cli.js'), npm_node_execpath: process.execPath }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'tools/set-up.js'), ...words], { env, encoding: 'utf8' })
    return { status, out: stdout.trim(), err: stderr }
  }
  return { folder, setUp }
}

test('a repository with all packages runs the program, and says nothing', () => {
  const { setUp } = repository(complete)
  const said = { status: 0, out: 'runs start --port 0', err: '' }
  expect(setUp('program.js', 'start', '--port', '0')).toEqual(said)
  expect(setUp('program.js', 'start', '--port', '0')).toEqual(said)
  expect(setUp()).toEqual({ status: 0, out: '', err: '' })
})

test.each<[what: string, found: object | undefined, why: string]>([
  ['no packages', undefined, 'There are no packages yet'],
  ['an older package', { ...complete, 'node_modules/one': { ...one, version: '0.9.0' } }, 'one is older than in package-lock.json'],
  ['another content', { ...complete, 'node_modules/one': { ...one, integrity: 'sha512-b' } }, 'one is older than in package-lock.json'],
  ['a missing package', { 'node_modules/tool': tool }, 'one is missing, but listed in package-lock.json'],
])('%s: npm ci runs first and says why, then the program runs; the second time nothing is installed', (_, found, why) => {
  const { setUp } = repository(found)
  const { status, out, err } = setUp('program.js', 'start')
  expect({ status, out }).toEqual({ status: 0, out: 'runs start' })
  expect(err).toContain(`standin: ${why}: running npm ci first.`)
  expect(err).toMatch(/^npm ci$/m)
  expect(setUp('program.js', 'start')).toEqual({ status: 0, out: 'runs start', err: '' })
})

test('a package whose folder was removed is installed again, also after a look that found it', () => {
  const { folder, setUp } = repository(complete)
  expect(setUp().err).toBe('')
  rmSync(join(folder, 'node_modules/tool'), { recursive: true })
  expect(setUp().err).toContain('tool is missing: running npm ci first.')
})

test('an installation without development tools runs the program; a script that needs the tools installs them', () => {
  const { setUp } = repository({ 'node_modules/one': one })
  expect(setUp('program.js')).toEqual({ status: 0, out: 'runs', err: '' })
  expect(setUp().err).toMatch(/tool is missing[\s\S]*^npm ci --include=dev$/m)
})

test('a failure of npm ci ends it with the exit code of npm, and runs nothing', () => {
  const { folder, setUp } = repository(undefined, 7)
  const { status, out, err } = setUp('program.js')
  expect({ status, out }).toEqual({ status: 7, out: '' })
  expect(err).toContain('standin: npm ci failed (exit code 7); see its output above. Nothing was started.')
  expect(existsSync(join(folder, 'out/set-up.pid'))).toBe(false)
})

test.each([
  ['an older package', { ...complete, 'node_modules/one': { ...one, version: '0.9.0' } }, 'one is older than in package-lock.json'],
  ['no packages', undefined, 'There are no packages yet'],
])('behind a link, %s is not installed: npm ci would empty the folder that the link points to', (_, found, why) => {
  const { folder, setUp } = repository(found)
  const [packages, elsewhere] = [join(folder, 'node_modules'), join(folder, 'elsewhere')]
  if (found) renameSync(packages, elsewhere)
  symlinkSync(elsewhere, packages, 'junction')
  const { status, out, err } = setUp('program.js')
  expect({ status, out }).toEqual({ status: 1, out: '' })
  expect(err).toBe(
    `standin: ${why}, but ${packages} is a symbolic link, and npm ci would empty the folder behind it. Remove the link, then run npm ci.\n`,
  )
  expect(existsSync(join(folder, 'out/set-up.pid'))).toBe(false)
})

test('what an ended process held is not waited for', () => {
  const { folder, setUp } = repository(undefined)
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(join(folder, 'out'))
  writeFileSync(join(folder, 'out/set-up.pid'), String(pid))
  expect(setUp('program.js')).toMatchObject({ status: 0, out: 'runs' })
})
