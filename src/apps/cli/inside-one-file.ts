/** The single-file program's entry point. */
import { main } from './main.ts'

// The program includes Node.js, so no version check is needed (`npm run build:binary`).
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
