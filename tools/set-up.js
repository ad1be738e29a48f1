/** Runs `npm ci` where packages are missing, or older than package-lock.json; then the module that is named, if any. */

// Plain JavaScript without packages: it runs before there are any, on the Node.js that the machine has.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = join(root, 'node_modules')
/** What npm installed, in its own words. */
const installed = join(packages, '.package-lock.json')
/** Of what was found complete: so the next look costs a millisecond. */
const stamp = join(packages, '.complete')
const held = join(root, 'out', 'set-up.pid')

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Content, not times: a checkout of git makes every file new. */
function fingerprint(lock, own) {
  const hash = createHash('sha256').update(lock).update(own)
  for (const name of readdirSync(packages)) if (!name.startsWith('.')) hash.update(`\n${name}`)
  return hash.digest('hex')
}

/** What is wrong with the packages, or undefined. Without `tools`, an installation without development tools is complete. */
function wrongWith(tools) {
  const lock = read(join(root, 'package-lock.json'))
  const own = read(installed)
  if (lock === undefined) throw new Error(`There is no package-lock.json in ${root}.`)
  if (own === undefined) return 'There are no packages yet'
  const mark = fingerprint(lock, own)
  const complete = read(stamp)?.split(' ')
  if (complete?.[0] === mark && (!tools || complete[1] === 'tools')) return undefined
  const found = JSON.parse(own).packages
  const wanted = Object.entries(JSON.parse(lock).packages).filter(([path]) => path !== '')
  const hasTools = wanted.some(([path, { dev, optional }]) => dev && !optional && path in found)
  for (const [path, { version, integrity, optional, dev }] of wanted) {
    const one = found[path]
    if (one ? one.version !== version || one.integrity !== integrity : !optional && (!dev || hasTools || tools))
      return `${basename(path)} is ${one ? 'older than' : 'missing, and stands in'} package-lock.json`
    if (one && !optional && !existsSync(join(root, path))) return `${basename(path)} is missing`
  }
  try {
    writeFileSync(stamp, `${mark} ${hasTools ? 'tools' : ''}`)
  } catch {
    // A folder that cannot be written: the next look takes ten milliseconds again.
  }
  return undefined
}

const say = (text) => process.stderr.write(`standin: ${text}\n`)
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two installations at once would remove each other's files. Resolves when it is this one's turn. */
async function takeTurn() {
  for (let said = false; ; ) {
    try {
      mkdirSync(join(root, 'out'), { recursive: true })
      writeFileSync(held, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      // Npm says what cannot be written.
      if (error.code !== 'EEXIST') return
    }
    const pid = Number(read(held))
    if (pid && !isAlive(pid)) dropStale(pid)
    else if (!said) {
      said = true
      say(`process ${pid || 'of somebody else'} runs npm ci already; waiting for it. If none does, remove ${held}.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Renamed before it is removed, so that two that wait do not remove the turn of a third. */
function dropStale(pid) {
  const aside = `${held}.${process.pid}`
  try {
    renameSync(held, aside)
    if (read(aside) !== String(pid)) renameSync(aside, held)
    rmSync(aside, { force: true })
  } catch {
    // Somebody was faster.
  }
}

/** Exits with the code of npm if it fails. */
function installAll(why, tools) {
  say(`${why}: running npm ci first. This takes a minute, and only this time.`)
  moveAside()
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const words = ['ci', ...(tools ? ['--include=dev'] : [])]
  const { status, signal, error } = /^npm(-cli)?\.c?js$/.test(basename(npm))
    ? spawnSync(existsSync(node) ? node : process.execPath, [npm, ...words], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', words, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status === 0) return
  const how = error ? error.message : signal ? `it ended by ${signal}` : `exit code ${status}`
  say(
    `npm ci failed (${how}); what it said stands above. Nothing was started. Standin needs npm 10 or newer, and the registry of npm once.`,
  )
  rmSync(held, { force: true })
  process.exit(status || (signal ? 128 + constants.signals[signal] : 1))
}

/** Windows removes no program that runs, and this may be the one in node_modules. */
function moveAside() {
  if (process.platform !== 'win32' || !process.execPath.startsWith(packages)) return
  renameSync(process.execPath, join(root, 'out', `node-${process.pid}.exe`))
}

async function setUp(tools) {
  if (wrongWith(tools) === undefined) return false
  await takeTurn()
  try {
    const why = wrongWith(tools)
    if (why !== undefined) {
      installAll(why, tools)
      wrongWith(tools)
    }
  } finally {
    rmSync(held, { force: true })
  }
  return true
}

/** By the Node.js that was installed just now. */
function runAnew(words) {
  const own = ['bin/node', 'bin/node.exe'].map((end) => join(packages, `node-${names[process.platform]}-${process.arch}`, end))
  const child = spawn(own.find(existsSync) ?? process.execPath, words, { stdio: 'inherit' })
  // A terminal signals both; others signal this process alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal === 'SIGINT' || child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}

const names = { win32: 'win', linux: 'linux' }
const [module, ...args] = process.argv.slice(2)
// A module runs without development tools; what stands before other scripts of package.json needs them.
const anew = await setUp(module === undefined)
if (module !== undefined) {
  const file = join(root, module)
  if (anew) runAnew([file, ...args])
  else {
    process.argv.splice(1, 2, file)
    await import(pathToFileURL(file).href)
  }
}
