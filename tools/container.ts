/** Builds the `container/` image without Docker, and runs it: `npm run test:container`, as root on Debian with buildah and debootstrap. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '..')
const work = join(root, 'out', 'container')
const storage = ['--storage-driver', 'vfs', '--root', join(work, 'storage'), '--runroot', join(work, 'run')]
const chroot = ['--isolation', 'chroot']
const image = 'localhost/standin'

const buildah = (...args: readonly string[]) =>
  execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** Creates a Debian base image to use instead of distroless. The image uses only libraries that both contain. */
function makeBase(): void {
  if (buildah('images', '--format', '{{.Name}}').includes('localhost/builder')) return
  const folder = join(work, 'rootfs')
  if (!existsSync(join(folder, 'usr')))
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const base = buildah('from', 'scratch')
  buildah('add', '--quiet', base, folder, '/')
  buildah('commit', '--quiet', base, 'localhost/base')
  const npm = dirname(dirname(realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())))
  buildah('copy', '--quiet', base, realpathSync(process.execPath), '/usr/local/bin/node')
  buildah('copy', '--quiet', base, npm, '/usr/local/lib/node_modules/npm')
  buildah('copy', '--quiet', base, '/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt')
  buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', base)
  buildah('run', ...chroot, base, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  buildah('commit', '--quiet', base, 'localhost/builder')
  buildah('rm', base)
}

function build(): void {
  const npmrc = join(homedir(), '.npmrc')
  const registry = existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : []
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', cwd: root }).trim()
  const args = ['BUILDER=localhost/builder', 'BASE=localhost/base', `VERSION=${version}`, `REVISION=${revision}`].flatMap((arg) => [
    '--build-arg',
    arg,
  ])
  const files = ['--file', 'container/Dockerfile', '--ignorefile', 'container/Dockerfile.dockerignore']
  // Only the `docker` format supports HEALTHCHECK.
  buildah('bud', '--quiet', '--format', 'docker', '--layers', ...chroot, ...registry, ...args, ...files, '--tag', image, '.')
}

function facts(): Record<string, unknown> {
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', image)) as { Docker: { config: Record<string, unknown> } }
  const { User, Entrypoint, Cmd, StopSignal, Healthcheck, Labels, ExposedPorts } = Docker.config
  return { User, Entrypoint, Cmd, StopSignal, Healthcheck, Labels, ExposedPorts }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Runs the image with a read-only root, a /tmp in memory, and its own PID namespace, in which buildah is process 1. */
function runReadOnly(container: string, args: readonly string[], options: SpawnOptions = {}) {
  const place = buildah('mount', container)
  // Docker creates these folders beforehand; buildah creates them on the first run.
  for (const folder of ['run', 'etc/standin']) mkdirSync(join(place, folder), { recursive: true })
  writeFileSync(join(place, 'run', '.containerenv'), '')
  const mounts = ['--mount', 'type=tmpfs,destination=/tmp']
  const inside = ['buildah', ...storage, 'run', ...chroot, ...mounts, container, '--', ...args]
  const script = 'mount --bind "$0" "$0" && mount --options remount,ro,bind "$0" && exec "$@"'
  // buildah 1.28 prints an error whenever it cleans up a read-only root.
  return spawn('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'sh', '-c', script, place, ...inside], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...options,
  })
}

async function outputOf(container: string, args: readonly string[]): Promise<[out: string, code: number]> {
  const child = runReadOnly(container, args)
  let out = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    out += String(chunk)
  })
  const [code] = await once(child, 'close')
  return [out.trim(), code]
}

function demand(what: string, holds: boolean, found: unknown): void {
  console.log(`${holds ? 'good' : 'BAD '}  ${what}: ${JSON.stringify(found)}`)
  if (!holds) process.exitCode = 1
}

/** Resolves to the server's process id on the host. Waits for the server to start. */
async function processOf(port: number): Promise<number> {
  for (let tries = 0; tries < 300; tries++) {
    const found = spawnSync('pgrep', ['--full', `^/usr/local/bin/standin start --port ${port}`], { encoding: 'utf8' }).stdout
    if (found !== '') return Number(found.split('\n')[0])
    await pause(100)
  }
  throw new Error(`No server started on port ${port}.`)
}

/** Runs the image's health check as Docker does: with the server's root, mounts, processes and user. */
async function checkHealth(port: number): Promise<{ code: number | null; said: string }> {
  const { Healthcheck } = facts() as { Healthcheck: { Test: string[] } }
  const beside = ['--target', String(await processOf(port)), '--mount', '--pid', '--root', '--wd', '--setuid', '65532', '--setgid', '65532']
  for (let tries = 1; ; tries++) {
    // HOME is not set, because the container's user has no home folder.
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', STANDIN_HOST: '0.0.0.0' }
    const { status, stdout, stderr } = spawnSync('nsenter', [...beside, '--', ...Healthcheck.Test.slice(1)], { encoding: 'utf8', env })
    if (status === 0 || tries === 10) return { code: status, said: (stdout + stderr).trim() }
  }
}

/** Stops the server on this port, and resolves to the exit code of the process that runs it. */
async function endOf(running: ChildProcess, port: number): Promise<unknown> {
  const exited = once(running, 'exit')
  process.kill(await processOf(port), 'SIGTERM')
  const [code] = await Promise.race([exited, pause(10_000, ['still running'])])
  return code
}

async function tryImage(): Promise<void> {
  const container = buildah('from', image)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const standin = '/usr/local/bin/standin'
  // The first run creates the folders that buildah mounts over.
  demand('its version', /^\d/.test(buildah('run', ...chroot, container, '--', standin, '--version')), image)
  const [written] = await outputOf(container, ['sh', '-c', 'id -u; touch /x /etc/standin/x 2>&1; touch /tmp/x && echo wrote /tmp'])
  demand('not root, and only /tmp is writable', /^65532\n.*Read-only.*\n.*Read-only.*\nwrote \/tmp$/.test(written), written)
  const server = runReadOnly(container, [standin, 'start', '--port', String(port), '--log', 'off'])
  const { code: healthy, said } = await checkHealth(port)
  demand('its own health check', healthy === 0 && said === `Standin is ready at ${url}`, said)
  const health = await (await fetch(`${url}/_standin/health`)).json()
  demand('health', JSON.stringify(health) === '{"status":"ok"}', health)
  const query = 'env=tt02&org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create'
  const token = await (await fetch(`${url}/api/GetEnterpriseToken?${query}`)).text()
  const order = await fetch(`${url}/future/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      idempotencyId: 'case-1',
      recipient: { recipientSms: { phoneNumber: '+4799990001', smsSettings: { body: 'Hello' } } },
    }),
  })
  demand('an order', order.status === 201, order.status)
  // buildah 1.28 exits with code 2 if it cannot clean up a read-only root, so its exit code is meaningless.
  demand('SIGTERM ends it', (await endOf(server, port)) !== 'still running', url)
  const other = await freePort()
  const writable = spawn(
    'buildah',
    [...storage, 'run', ...chroot, container, '--', standin, 'start', '--port', String(other), '--log', 'off'],
    {
      stdio: 'ignore',
    },
  )
  while (!(await fetch(`http://127.0.0.1:${other}/_standin/health`).catch(() => undefined))) await pause(100)
  const code = await endOf(writable, other)
  demand('its exit code is 0', code === 0, code)
  buildah('rm', container)
}

const [option, ...more] = process.argv.slice(2)
if (more.length > 0 || (option !== undefined && option !== '--built'))
  refuse(`"${[option, ...more].join(' ')}" is not an option. Valid: --built, to run the previous build.`)
for (const program of ['buildah', 'debootstrap'])
  if (spawnSync(program, ['--version']).error) refuse(`There is no ${program}. Debian: apt install buildah debootstrap.`)

mkdirSync(work, { recursive: true })
const lint = ['--yes', 'dockerfile-utils@0.16.3', 'lint', 'container/Dockerfile']
console.log(
  execFileSync('npx', lint, { encoding: 'utf8', cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
    'dockerfile-utils found no errors.',
)
makeBase()
if (option !== '--built') build()
console.log(JSON.stringify(facts(), null, 2))
await tryImage()

function refuse(text: string): never {
  console.error(text)
  process.exit(2)
}
