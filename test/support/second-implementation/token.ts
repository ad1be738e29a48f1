/** The token command of the second service: `node token.ts <file of the private key> <orgNo> "<scopes>"`. */
import { readFileSync } from 'node:fs'
import { sign } from './tokens.ts'

const [file = '', orgNo = '', scope = ''] = process.argv.slice(2)
console.log(sign({ scope, 'urn:altinn:orgNumber': orgNo, exp: Math.floor(Date.now() / 1000) + 600 }, readFileSync(file, 'utf8')))
