/** Generates clients from both versions of the OpenAPI document with three generators, and copies the code that uses them next to them. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createClient } from '@hey-api/openapi-ts'
import { generateApi } from 'swagger-typescript-api'

rmSync('generated', { recursive: true, force: true })

for (const version of ['3.1', '3.0']) {
  const folder = `generated/${version}`
  const document = `${folder}/service.json`
  mkdirSync(folder, { recursive: true })
  run('standin', 'openapi', '--service-only', '--openapi', version, '--output', document)

  run('openapi-typescript', document, '--output', `${folder}/openapi-typescript.gen.ts`)
  await createClient({
    input: document,
    output: { path: `${folder}/hey-api.gen`, module: { extension: '.ts' } },
    logs: { level: 'silent', file: false },
  })
  await generateApi({
    input: `${process.cwd()}/${document}`,
    output: `${process.cwd()}/${folder}`,
    fileName: 'swagger-typescript-api.gen.ts',
    silent: true,
  })

  cpSync('clients', folder, { recursive: true })
}

function run(command, ...args) {
  execFileSync('npx', ['--no', command, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
}
