/** Entry point for the single-file program. */
import { main } from './main.ts'

// The program contains its own Node.js, so no version check is needed (`npm run build:binary`).
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
