/** A build finds its version, its branch and its page. */
import { execFileSync } from 'node:child_process'
import { readBuild } from '../../../../src/apps/contracts/broker/build.ts'
import { folderWith } from '../../../support/folder.ts'
import { expect, test } from '../../../support/rule.ts'

const nowhere = folderWith

const github = {
  GITHUB_SHA: 'abc',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SERVER_URL: 'https://g',
  GITHUB_REPOSITORY: 'a/b',
  GITHUB_RUN_ID: '7',
}

const systems: readonly [name: string, env: Readonly<Record<string, string>>, build: object][] = [
  ['GitHub Actions', github, { version: 'abc', branch: 'main', buildUrl: 'https://g/a/b/actions/runs/7' }],
  ['a pull request of GitHub', { ...github, GITHUB_HEAD_REF: 'mine', GITHUB_REF: 'refs/pull/3/merge' }, { branch: 'mine' }],
  ['a tag of GitHub', { ...github, GITHUB_HEAD_REF: '', GITHUB_REF: 'refs/tags/v1' }, { version: 'abc', branch: undefined }],
  [
    'GitLab',
    { CI_COMMIT_SHA: 'abc', CI_COMMIT_BRANCH: 'main', CI_JOB_URL: 'https://l/7' },
    { version: 'abc', branch: 'main', buildUrl: 'https://l/7' },
  ],
  [
    'a merge request of GitLab',
    { CI_COMMIT_SHA: 'abc', CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'mine' },
    { branch: 'mine', buildUrl: undefined },
  ],
  [
    'Azure Pipelines',
    {
      BUILD_SOURCEVERSION: 'abc',
      BUILD_SOURCEBRANCH: 'refs/heads/a/b',
      SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: 'https://z/',
      SYSTEM_TEAMPROJECT: 'p',
      BUILD_BUILDID: '7',
    },
    { version: 'abc', branch: 'a/b', buildUrl: 'https://z/p/_build/results?buildId=7' },
  ],
  ['CircleCI', { CIRCLE_SHA1: 'abc', CIRCLE_BRANCH: 'main', CIRCLE_BUILD_URL: 'https://c/7' }, { version: 'abc', branch: 'main' }],
  [
    'Bitbucket',
    { BITBUCKET_COMMIT: 'abc', BITBUCKET_BRANCH: 'main', BITBUCKET_REPO_FULL_NAME: 'a/b', BITBUCKET_BUILD_NUMBER: '7' },
    { version: 'abc', branch: 'main', buildUrl: 'https://bitbucket.org/a/b/pipelines/results/7' },
  ],
  [
    'Buildkite',
    { BUILDKITE_COMMIT: 'abc', BUILDKITE_BRANCH: 'main', BUILDKITE_BUILD_URL: 'https://k/7' },
    { version: 'abc', buildUrl: 'https://k/7' },
  ],
  [
    'Travis',
    { TRAVIS_COMMIT: 'merge', TRAVIS_PULL_REQUEST_SHA: 'abc', TRAVIS_BRANCH: 'main', TRAVIS_PULL_REQUEST_BRANCH: 'mine' },
    { version: 'abc', branch: 'mine' },
  ],
  [
    'Jenkins',
    { GIT_COMMIT: 'abc', GIT_BRANCH: 'origin/main', BUILD_URL: 'https://j/7' },
    { version: 'abc', branch: 'main', buildUrl: 'https://j/7' },
  ],
]

test.each(systems)('%s tells by its variables', (_name, env, build) => {
  expect(readBuild({ env, folder: nowhere() })).toMatchObject(build)
})

test('what is given goes before what CI says', () => {
  expect(readBuild({ version: '1.0.0', branch: 'mine', buildUrl: 'https://x', env: github })).toEqual({
    version: '1.0.0',
    branch: 'mine',
    buildUrl: 'https://x',
  })
})

test('outside of CI, git knows the commit and the branch', ({ folder }) => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  git('init', '--initial-branch', 'trunk')
  git('-c', 'user.name=Someone', '-c', 'user.email=someone@example.org', 'commit', '--allow-empty', '--message', 'Begin')

  expect(readBuild({ env: {}, folder })).toEqual({ version: git('rev-parse', 'HEAD'), branch: 'trunk', buildUrl: undefined })
  git('checkout', '--detach')
  expect(readBuild({ env: {}, folder })).toMatchObject({ branch: undefined })
})

test('without CI and git, the version must be given', () => {
  expect(() => readBuild({ env: {}, folder: nowhere() })).toThrow(
    'The version is unknown: this is neither a git repository nor a known CI system.',
  )
})
