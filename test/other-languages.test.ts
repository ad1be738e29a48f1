/** The clients for tests in other languages, in programs of these languages: how they start, find and leave a server, and what other servers do to them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../src/index.ts'
import { command } from './support/command-line.ts'
import { otherServer } from './support/listen.ts'

/**
 * Each program does what its first word says. hold: starts a server and prints the address of a world, until it is killed. at: prints the
 * version of the server at an address, or what is wrong with it. again: puts a contact as it was read, under another number. image: runs an image, and prints what its world has. mistakes: prints what
 * is wrong with each of them.
 */
const programs = {
  python: {
    needs: 'python3',
    file: 'try_it.py',
    run: ['python3', 'try_it.py'],
    source: `import sys, time
from standin import Standin, StandinError
word, *rest = sys.argv[1:]
def said(call):
    try: print(call(), flush=True)
    except StandinError as error: print("wrong:", error, flush=True)
if word == "hold":
    with Standin.start(clock="frozen") as standin, standin.world() as world:
        print(world.url, flush=True)
        time.sleep(600)
if word == "at": said(lambda: Standin.at(rest[0], admin_token="secret").version["version"])
if word == "world":
    with Standin.start(clock="frozen") as standin, standin.world() as world: print(world.control("GET", "/clock")["mode"], world.url)
if word == "again":
    with Standin.start() as standin, standin.world() as world:
        users = world.contacts(condition="userAddresses")[0].users
        print(world.put_contact("310000000", users=users).users == users)
if word == "image":
    with Standin.start(clock="frozen", image="standin:1") as standin, standin.world() as world: print(world.control("GET", "/clock")["mode"])
if word == "mistakes":
    with Standin.start() as standin, standin.world() as world:
        for call in (lambda: world.use("order-lost"), lambda: world.use(".."), lambda: world.use("a/../b?c#d\\n"), lambda: world.control("GET", "/../worlds"),
                     lambda: world.control("GET", "clock"), lambda: standin.world("../x"), lambda: standin.world("A b"), lambda: world.advance("soon"),
                     lambda: world.journal(operation="fileTransfer").last): said(call)
`,
  },
  ruby: {
    needs: 'ruby',
    file: 'try_it.rb',
    run: ['ruby', 'try_it.rb'],
    source: `require_relative 'standin'
$stdout.sync = true
word, *rest = ARGV
def said
  puts yield
rescue Standin::Error => e
  puts "wrong: #{e.message}"
end
case word
when 'hold' then Standin.start(clock: 'frozen') { |standin| standin.world { |world| puts world.url; sleep 600 } }
when 'at' then said { Standin.at(rest[0], admin_token: 'secret').version['version'] }
when 'world' then Standin.start(clock: 'frozen') { |standin| standin.world { |world| puts "#{world.control('GET', '/clock')['mode']} #{world.url}" } }
when 'again'
  Standin.start do |standin|
    standin.world do |world|
      users = world.contacts(condition: 'userAddresses').first.users
      puts world.put_contact('310000000', users:).users == users
    end
  end
when 'image' then Standin.start(clock: 'frozen', image: 'standin:1') { |standin| standin.world { |world| puts world.control('GET', '/clock')['mode'] } }
when 'mistakes'
  Standin.start do |standin|
    standin.world do |world|
      [-> { world.use('order-lost') }, -> { world.use('..') }, -> { world.use("a/../b?c#d\\n") }, -> { world.control('GET', '/../worlds') },
       -> { world.control('GET', 'clock') }, -> { standin.world('../x') }, -> { standin.world('A b') }, -> { world.advance('soon') },
       -> { world.journal(operation: 'fileTransfer').last }].each { |call| said(&call) }
    end
  end
end
`,
  },
  java: {
    needs: 'javac',
    file: 'TryIt.java',
    compile: ['javac', '-d', '.', 'Standin.java', 'TryIt.java'],
    run: ['java', '-cp', '.', 'TryIt'],
    source: `import java.util.*;
import java.util.function.Supplier;
class TryIt {
  static void said(Supplier<Object> call) {
    try { System.out.println(call.get()); } catch (Standin.StandinException error) { System.out.println("wrong: " + error.getMessage()); }
  }
  static Object mode(Standin.World world) { return ((Map<?, ?>) world.control("GET", "/clock")).get("mode"); }
  public static void main(String[] args) throws Exception {
    var frozen = Standin.options().clock("frozen");
    switch (args[0]) {
      case "hold": try (var standin = Standin.start(frozen); var world = standin.world()) { System.out.println(world.url()); Thread.sleep(600_000); } break;
      case "at": said(() -> Standin.at(args[1], "secret").version().get("version")); break;
      case "world": try (var standin = Standin.start(frozen); var world = standin.world()) { System.out.println(mode(world) + " " + world.url()); } break;
      case "again": try (var standin = Standin.start(); var world = standin.world()) {
        var users = world.contacts(c -> c.condition("userAddresses")).get(0).users();
        System.out.println(world.putContact("310000000", c -> c.users(List.copyOf(users))).users().equals(users));
      } break;
      case "image": try (var standin = Standin.start(frozen.image("standin:1")); var world = standin.world()) { System.out.println(mode(world)); } break;
      default: try (var standin = Standin.start(); var world = standin.world()) {
        for (var call : List.<Supplier<Object>>of(() -> world.use("order-lost"), () -> world.use(".."), () -> world.use("a/../b?c#d\\n"),
            () -> world.control("GET", "/../worlds"), () -> world.control("GET", "clock"), () -> standin.world("../x"), () -> standin.world("A b"),
            () -> world.advance("soon"), () -> world.journal(j -> j.operation("fileTransfer")).last())) said(call);
      }
    }
  }
}
`,
  },
} as const

/** In place of Docker: runs the command of the image, and tells the port. */
const docker = `#!/usr/bin/env node
const [verb, ...args] = process.argv.slice(2)
const { FAKE_PORT, STANDIN_ADMIN_TOKEN, FAKE_SAID } = process.env
if (verb === 'port') console.log('127.0.0.1:' + FAKE_PORT)
else {
  require('node:fs').writeFileSync(FAKE_SAID, JSON.stringify({ verb, args, token: STANDIN_ADMIN_TOKEN }))
  const rest = args.slice(args.indexOf('standin:1') + 1).map((each) => (each === '4300' ? FAKE_PORT : each))
  require('node:child_process').spawn(process.execPath, [${JSON.stringify(command)}, ...rest], { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
}
`

const sources = new URL('../clients/', import.meta.url)
const environment = (more: Readonly<Record<string, string>> = {}) => {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STANDIN_'))
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // What a proxy gets would tell the admin token.
  return { ...Object.fromEntries(own), PATH: path, http_proxy: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9', ...more }
}
const isThere = async (url: string) => (await fetch(`${new URL(url).origin}/_standin/health`).catch(() => undefined)) !== undefined

describe.each(Object.entries(programs))('%s', (_, program) => {
  const isMissing = spawnSync(program.needs, ['--version']).status !== 0
  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'standin-languages-'))
    cpSync(sources, folder, { recursive: true, filter: (path) => !path.endsWith('Extension.java') })
    writeFileSync(join(folder, program.file), program.source)
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    symlinkSync(command, join(folder, 'node_modules/.bin/standin'))
    const [compiler, ...args] = 'compile' in program ? program.compile : []
    if (compiler && !isMissing) expect(String(spawnSync(compiler, args, { cwd: folder }).stderr)).toBe('')
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

  function start(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    const [file = '', ...args] = program.run
    const child = spawn(file, [...args, ...words], { cwd: folder, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  async function run(words: readonly string[], env?: Readonly<Record<string, string>>) {
    const { stdout, stderr, ...child } = start(words, env)
    if (!stdout || !stderr) throw new Error(`${child.spawnfile} has no output.`)
    const [out, err] = await Promise.all([text(stdout), text(stderr)])
    return { lines: out.trimEnd().split('\n'), err }
  }

  test.skipIf(isMissing)('a server ends with the test process that is killed', { timeout: 120_000 }, async () => {
    const child = start(['hold'])
    if (!child.stdout) throw new Error('It has no output.')
    const [said] = await once(child.stdout, 'data')
    const url = String(said).trim()
    expect(await isThere(url)).toBe(true)
    child.kill('SIGKILL')

    await expect.poll(() => isThere(url)).toBe(false)
  })

  test.skipIf(isMissing)('STANDIN_URL names a server of others, whose world is frozen and dropped', { timeout: 120_000 }, async () => {
    const server = await startSimulator({ port: 0 })
    onTestFinished(server.close)
    const { lines, err } = await run(['world'], { STANDIN_URL: server.url })

    expect(lines).toEqual([expect.stringMatching(new RegExp(`^frozen ${server.url}/worlds/test-[0-9a-f]{16}$`))])
    expect(err).toBe('')
    expect(server.simulator.worlds().map(({ name }) => name)).toEqual(['default'])
  })

  test.skipIf(isMissing)('an image gets an admin token of its own, and ends', { timeout: 120_000 }, async () => {
    const free = await startSimulator({ port: 0 })
    await free.close()
    const [bin, said] = [join(folder, 'fake'), join(folder, 'said.json')]
    mkdirSync(bin)
    writeFileSync(join(bin, 'docker'), docker)
    chmodSync(join(bin, 'docker'), 0o755)
    rmSync(join(folder, 'node_modules/.bin/standin'))
    onTestFinished(() => symlinkSync(command, join(folder, 'node_modules/.bin/standin')))
    const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
    const { lines, err } = await run(['image'], { PATH: path, FAKE_PORT: String(free.port), FAKE_SAID: said })
    const { verb, args, token } = JSON.parse(readFileSync(said, 'utf8'))

    expect([lines, err]).toEqual([['frozen'], ''])
    expect([verb, args.slice(0, 3), token]).toEqual(['run', ['--rm', '--interactive', '--name'], expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(args.join(' ')).not.toContain(token)
    expect(await isThere(`http://127.0.0.1:${free.port}`)).toBe(false)
  })

  test.skipIf(isMissing)(
    'a mistake is an exception with the words of Standin, and no path leads elsewhere',
    { timeout: 120_000 },
    async () => {
      const { lines, err } = await run(['mistakes'])

      expect(err).toBe('')
      expect(lines).toEqual([
        expect.stringContaining('wrong: Unknown scenario: "order-lost". Did you mean order-lost-reply?'),
        expect.stringContaining('which cannot be part of a path'),
        expect.stringContaining('wrong: Unknown scenario'),
        expect.stringContaining('is not a path below /_standin'),
        expect.stringContaining('is not a path below /_standin'),
        expect.stringContaining('is not a valid world name'),
        expect.stringContaining('is not a valid world name'),
        expect.stringContaining('"soon" is not a duration'),
        'wrong: No journal line matches.',
      ])
    },
  )

  test.skipIf(isMissing)('a record that was read can be sent again', { timeout: 120_000 }, async () => {
    const { lines, err } = await run(['again'])

    expect([lines.join('').toLowerCase(), err]).toEqual(['true', ''])
  })

  const json = { 'content-type': 'application/json' }
  const others: [sentence: string, answer: (request: IncomingMessage, response: ServerResponse) => void, said: string][] = [
    [
      'no JSON',
      (_, response) => void response.end('<html>'),
      'wrong: GET <url>/_standin/version returned 200, but not JSON. Is it a Standin?',
    ],
    [
      'deep JSON',
      (_, response) => void response.end('['.repeat(500_000)),
      'wrong: GET <url>/_standin/version returned 200, but not JSON. Is it a Standin?',
    ],
    ['another program', (_, response) => void response.writeHead(200, json).end('{"name":"other"}'), 'wrong: <url> is not a Standin.'],
    ['nothing', (_, response) => void response.writeHead(204).end(), 'wrong: <url> is not a Standin.'],
    ['a list', (_, response) => void response.writeHead(200, json).end('[1]'), 'wrong: <url> is not a Standin.'],
    [
      'a redirect',
      (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
      'wrong: GET <url>/_standin/version returned 302.',
    ],
    [
      'a message that controls a terminal',
      (_, response) => void response.writeHead(400, json).end('{"detail":"\\u001b[31mred\\u0007","choices":[1,{}]}'),
      'wrong: ?[31mred?',
    ],
  ]
  test.skipIf(isMissing).each(others)(
    'a server that answers with %s is refused with a sentence',
    { timeout: 120_000 },
    async (_, answer, said) => {
      const paths: string[] = []
      const url = await otherServer((request, response) => {
        paths.push(`${request.url} ${request.headers.authorization}`)
        answer(request, response)
      })
      const { lines } = await run(['at', url])

      expect(lines).toEqual([said.replace('<url>', url)])
      expect(paths).toEqual(['/_standin/version Bearer secret'])
    },
  )

  test.skipIf(isMissing)('a server of another version is good, and it says so', { timeout: 120_000 }, async () => {
    const url = await otherServer(
      (_, response) => void response.writeHead(200, json).end('{"name":"standin","version":"9.9.9","more":[1]}'),
    )
    const { lines, err } = await run(['at', url])

    expect(lines).toEqual(['9.9.9'])
    expect(err).toContain(`but ${url} is Standin 9.9.9. Regenerate it: standin client`)
  })

  test.skipIf(isMissing)('a server that breaks off is an exception', { timeout: 120_000 }, async () => {
    const url = await otherServer((request) => void request.socket.destroy())

    expect((await run(['at', url])).lines).toEqual([expect.stringContaining(`wrong: GET ${url}/_standin/version got no reply`)])
    expect((await run(['at', 'file:///etc/passwd'])).lines).toEqual([expect.stringContaining('is not a URL')])
    expect((await run(['at', 'http://[::1'])).lines).toEqual([
      expect.stringContaining('wrong: GET http://[::1/_standin/version got no reply'),
    ])
  })
})
