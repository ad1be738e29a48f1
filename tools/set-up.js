/** Runs `npm ci` if packages are missing or older than package-lock.json, then the module given as the first argument. */

// Plain JavaScript without packages, because it runs before any are installed, with the machine's own Node.js.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = join(root, 'node_modules')
/** npm's list of installed packages. */
const installed = join(packages, '.package-lock.json')
/** Fingerprint of a complete installation. It reduces the next check to a millisecond. */
const stamp = join(packages, '.complete')
const lockFile = join(root, 'out', 'set-up.pid')

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Uses contents instead of times, because git checkout changes the times of all files. */
function fingerprint(lock, own) {
  const hash = createHash('sha256').update(lock).update(own)
  for (const name of readdirSync(packages)) if (!name.startsWith('.')) hash.update(`\n${name}`)
  return hash.digest('hex')
}

/** Returns the reason to install packages, or `undefined`. Without `tools`, an installation without development tools is complete. */
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
      return `${basename(path)} is ${one ? 'older than in' : 'missing, but listed in'} package-lock.json`
    if (one && !optional && !existsSync(join(root, path))) return `${basename(path)} is missing`
  }
  try {
    writeFileSync(stamp, `${mark} ${hasTools ? 'tools' : ''}`)
  } catch {
    // The folder is read-only, so the next check will take ten milliseconds again.
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

/** Waits until no other process is installing, because concurrent installations would remove each other's files. */
async function takeTurn() {
  for (let said = false; ; ) {
    try {
      mkdirSync(join(root, 'out'), { recursive: true })
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      // npm itself reports folders that are not writable.
      if (error.code !== 'EEXIST') return
    }
    const pid = Number(read(lockFile))
    if (pid && !isAlive(pid)) dropStale(pid)
    else if (!said) {
      said = true
      say(`${pid ? `process ${pid}` : 'another process'} is already running npm ci; waiting for it. If it is not, remove ${lockFile}.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Renames the file before removing it, so that two waiting processes cannot remove the file of a third process. */
function dropStale(pid) {
  const aside = `${lockFile}.${process.pid}`
  try {
    renameSync(lockFile, aside)
    if (read(aside) !== String(pid)) renameSync(aside, lockFile)
    rmSync(aside, { force: true })
  } catch {
    // Another process has already removed the file.
  }
}

/** Exits with npm's exit code if it fails. */
function installAll(why, tools) {
  say(`${why}: running npm ci first. This takes a minute, but only this time.`)
  moveAside()
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const words = ['ci', ...(tools ? ['--include=dev'] : [])]
  const { status, signal, error } = /^npm(-cli)?\.c?js$/.test(basename(npm))
    ? spawnSync(existsSync(node) ? node : process.execPath, [npm, ...words], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', words, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status === 0) return
  const how = error ? error.message : signal ? `it ended by ${signal}` : `exit code ${status}`
  say(
    `npm ci failed (${how}); see its output above. Nothing was started. Standin needs npm 10 or newer, and access to the npm registry once.`,
  )
  rmSync(lockFile, { force: true })
  process.exit(status || (signal ? 128 + constants.signals[signal] : 1))
}

/** Moves this process's Node.js out of node_modules, because Windows cannot remove a running program. */
function moveAside() {
  if (process.platform !== 'win32' || !process.execPath.startsWith(packages)) return
  renameSync(process.execPath, join(root, 'out', `node-${process.pid}.exe`))
}

/** Exits if node_modules is a link, because `npm ci` would follow the link and empty the target folder. */
function refuseLink(why) {
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  say(`${why}, but ${packages} is a symbolic link, and npm ci would empty the folder behind it. Remove the link, then run npm ci.`)
  process.exit(1)
}

async function setUp(tools) {
  const missing = wrongWith(tools)
  if (missing === undefined) return false
  refuseLink(missing)
  await takeTurn()
  try {
    const why = wrongWith(tools)
    if (why !== undefined) {
      installAll(why, tools)
      wrongWith(tools)
    }
  } finally {
    rmSync(lockFile, { force: true })
  }
  return true
}

/** Runs the module with the newly installed Node.js. */
function runAnew(words) {
  const own = ['bin/node', 'bin/node.exe'].map((end) => join(packages, `node-${names[process.platform]}-${process.arch}`, end))
  const child = spawn(own.find(existsSync) ?? process.execPath, words, { stdio: 'inherit' })
  // A terminal sends signals to both processes; other senders signal only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal === 'SIGINT' || child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}

const names = { win32: 'win', linux: 'linux' }
const [module, ...args] = process.argv.slice(2)
// A module runs without development tools. The other scripts in package.json need them.
const anew = await setUp(module === undefined)
if (module !== undefined) {
  const file = join(root, module)
  if (anew) runAnew([file, ...args])
  else {
    process.argv.splice(1, 2, file)
    await import(pathToFileURL(file).href)
  }
}
