/** `standin capsules prove`: a command fails on old code, and succeeds on the code as it is, from the start of a capsule. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Misuse } from '../misuse.ts'
import { capsuleFile, maxCapsule } from './capsule-show.ts'
import { runCommand } from './child.ts'
import { defineCommand, Failure, messageOf } from './command.ts'
import { option, someText } from './option.ts'
import { print } from './print.ts'
import { json } from './remote.ts'

export const prove = defineCommand({
  name: 'prove',
  summary: 'Run a command from the start of a capsule, on old code and on the code as it is: only the old one may fail',
  options: {
    file: capsuleFile,
    before: {
      ...option('The git ref of the old code, such as HEAD or main', someText, 'HEAD'),
      shown: 'HEAD, so that the new code is what is not committed',
    },
    maxCapsule,
    json,
  },
  takesCommand: true,
  examples: [
    [
      'standin capsules prove bug.capsule --before main -- npm test',
      'Red on main, green here. The command finds the server in STANDIN_URL',
    ],
  ],
  async run({ values, io, rest }) {
    const { before } = values
    const file = resolve(io.folder, values.file)
    const runIn = async (folder: string) => {
      const { serveStart } = await import('./replay-file.ts')
      const { url, close } = await serveStart(file, values.maxCapsule)
      try {
        return await runCommand(rest, { folder, env: { ...io.env, STANDIN_URL: url } })
      } finally {
        await close()
      }
    }
    const old = await inOldCode(before, io.folder, runIn)
    const now = await runIn(io.folder)
    const proven = old !== 0 && now === 0
    print(io, values, { proven, before: old, now }, () => {
      const result = `It ended with ${old} on ${before}, and with ${now} on the code as it is.`
      return proven
        ? `Proven. ${result}`
        : `Not proven. ${result}${old === 0 ? ' On the old code it must fail.' : ''}${now === 0 ? '' : ' On the code as it is it must succeed.'}`
    })
    return proven ? 0 : 1
  },
})

const run = promisify(execFile)
const git = async (folder: string, ...args: string[]) => {
  try {
    return (await run('git', args, { cwd: folder })).stdout.trim()
  } catch (error) {
    throw new Failure(`git ${args.join(' ')} failed: ${messageOf(error).trim()}`.split('\n'))
  }
}

/** In a work tree of its own, which has the packages of this one, and goes afterwards. */
async function inOldCode<T>(ref: string, folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  const root = await git(folder, 'rev-parse', '--show-toplevel').catch(() => {
    throw new Misuse(`${folder} lies in no git repository. Run the command where your code is.`)
  })
  const commit = await git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => {
    throw new Misuse(`--before is ${JSON.stringify(ref)}, which is no commit of ${root}. Give a branch, a tag or a commit.`)
  })
  const within = await git(folder, 'rev-parse', '--show-prefix')
  const parent = await mkdtemp(join(tmpdir(), 'standin-prove-'))
  const tree = join(parent, 'code')
  try {
    await git(root, 'worktree', 'add', '--detach', tree, commit)
    const packages = join(root, 'node_modules')
    if (existsSync(packages) && !existsSync(join(tree, 'node_modules'))) await symlink(packages, join(tree, 'node_modules'), 'dir')
    const then = join(tree, within)
    if (!existsSync(then)) throw new Misuse(`The folder ${within} does not exist on ${ref}. Run the command in one that does.`)
    return await work(then)
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree], { cwd: root }).catch(() => {})
    await rm(parent, { recursive: true, force: true })
  }
}
