/** Determines a build's version, branch and URL from CI variables or from git. */
import { spawnSync } from 'node:child_process'
import { Misuse } from '../../../service/wire/misuse.ts'

/** A pacticipant's version, and the branch and build that produced it. */
export interface Build {
  readonly version: string
  readonly branch?: string | undefined
  /** URL of the build's web page. */
  readonly buildUrl?: string | undefined
}

/** Values that are already known, and where to look up the rest. */
export interface BuildOptions extends Partial<Build> {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A folder in the git repository. Default: the working directory. */
  readonly folder?: string
}

/** Templates: `{NAME}` is replaced with the environment variable `NAME`. The first template whose variables are all set is used. */
interface Ci {
  readonly commit: readonly string[]
  readonly branch: readonly string[]
  readonly page: string
}

const systems: readonly Ci[] = [
  {
    // GitHub Actions
    commit: ['{GITHUB_SHA}'],
    branch: ['{GITHUB_HEAD_REF}', '{GITHUB_REF}'],
    page: '{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}',
  },
  // GitLab
  { commit: ['{CI_COMMIT_SHA}'], branch: ['{CI_MERGE_REQUEST_SOURCE_BRANCH_NAME}', '{CI_COMMIT_BRANCH}'], page: '{CI_JOB_URL}' },
  {
    // Azure Pipelines
    commit: ['{BUILD_SOURCEVERSION}'],
    branch: ['{SYSTEM_PULLREQUEST_SOURCEBRANCH}', '{BUILD_SOURCEBRANCH}'],
    page: '{SYSTEM_TEAMFOUNDATIONCOLLECTIONURI}{SYSTEM_TEAMPROJECT}/_build/results?buildId={BUILD_BUILDID}',
  },
  { commit: ['{CIRCLE_SHA1}'], branch: ['{CIRCLE_BRANCH}'], page: '{CIRCLE_BUILD_URL}' },
  {
    // Bitbucket Pipelines
    commit: ['{BITBUCKET_COMMIT}'],
    branch: ['{BITBUCKET_BRANCH}'],
    page: 'https://bitbucket.org/{BITBUCKET_REPO_FULL_NAME}/pipelines/results/{BITBUCKET_BUILD_NUMBER}',
  },
  { commit: ['{BUILDKITE_COMMIT}'], branch: ['{BUILDKITE_BRANCH}'], page: '{BUILDKITE_BUILD_URL}' },
  {
    // Travis
    commit: ['{TRAVIS_PULL_REQUEST_SHA}', '{TRAVIS_COMMIT}'],
    branch: ['{TRAVIS_PULL_REQUEST_BRANCH}', '{TRAVIS_BRANCH}'],
    page: '{TRAVIS_BUILD_WEB_URL}',
  },
  {
    // AppVeyor
    commit: ['{APPVEYOR_REPO_COMMIT}'],
    branch: ['{APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH}', '{APPVEYOR_REPO_BRANCH}'],
    page: '{APPVEYOR_URL}/project/{APPVEYOR_ACCOUNT_NAME}/{APPVEYOR_PROJECT_SLUG}/builds/{APPVEYOR_BUILD_ID}',
  },
  { commit: ['{CIRRUS_CHANGE_IN_REPO}'], branch: ['{CIRRUS_BRANCH}'], page: 'https://cirrus-ci.com/build/{CIRRUS_BUILD_ID}' },
  // Jenkins
  { commit: ['{GIT_COMMIT}'], branch: ['{CHANGE_BRANCH}', '{BRANCH_NAME}', '{GIT_BRANCH}'], page: '{BUILD_URL}' },
]

/** Given values override CI variables, which override git. Throws {@link Misuse} if the version cannot be determined. */
export function readBuild({ version, branch, buildUrl, env = process.env, folder = process.cwd() }: BuildOptions = {}): Build {
  const ci = systems.find(({ commit }) => filled(commit, env) !== undefined)
  const known = version ?? (ci ? filled(ci.commit, env) : git(folder, 'rev-parse', 'HEAD'))
  if (known === undefined)
    throw new Misuse('The version is unknown: this is neither a git repository nor a known CI system. Use --app-version.')
  return {
    version: known,
    branch: branch ?? (ci ? branchOf(filled(ci.branch, env)) : git(folder, 'symbolic-ref', '--short', 'HEAD')),
    buildUrl: buildUrl ?? (ci && filled([ci.page], env)),
  }
}

function filled(templates: readonly string[], env: Readonly<Record<string, string | undefined>>): string | undefined {
  return templates
    .filter((template) => [...template.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => env[name]))
    .map((template) => template.replace(/\{(\w+)\}/g, (_, name: string) => env[name] ?? ''))[0]
}

/** Returns the branch that a ref names, or undefined for other refs, such as those of tags and merges. */
function branchOf(ref: string | undefined): string | undefined {
  if (ref === undefined || /^refs\/(?!heads\/)/.test(ref)) return undefined
  return ref.replace(/^(?:refs\/heads|origin)\//, '')
}

function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.trim() : undefined
}
