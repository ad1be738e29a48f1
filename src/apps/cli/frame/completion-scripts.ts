/** Shell completion scripts from yargs, and a script for PowerShell, which yargs does not support. */
import yargs from 'yargs'
import { completionFlag } from './parser.ts'

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell'

export function scriptFor(shell: Shell): string {
  if (shell === 'powershell') return powershell
  const script = inShell(shell, () => {
    let text = ''
    void yargs(['completion'])
      .scriptName('standin')
      .exitProcess(false)
      .completion('completion', false)
      .parse(['completion'], {}, (_error: unknown, _given: unknown, said: string) => {
        text = said
      })
    return text
  })
  return `${script
    .replaceAll('standin completion ', `standin completion ${shell} `)
    // SHELL is set because it usually names the login shell, which might be a different shell. The format of candidates depends on the
    // shell.
    .replaceAll(`standin ${completionFlag}`, `SHELL=${shell} standin ${completionFlag}`)
    // With this replacement, fish also completes an empty word.
    .replace('(commandline -o)[2..-1]', '(commandline -opc) (commandline -ct)')
    .trimEnd()}\n`
}

/** Calls `make` with SHELL set to this shell, because yargs reads the variable when the parser is created. */
function inShell<Result>(shell: Shell, make: () => Result): Result {
  const before = process.env.SHELL
  process.env.SHELL = shell
  try {
    return make()
  } finally {
    if (before === undefined) delete process.env.SHELL
    else process.env.SHELL = before
  }
}

const powershell = `# Installation: standin completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName standin -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.Extent.Text })
  if ($wordToComplete -eq '') { $words += '""' }
  $shell = $env:SHELL
  $env:SHELL = 'powershell'
  try {
    standin ${completionFlag} @words 2>$null |
      Where-Object { $_ -like "$wordToComplete*" } |
      ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
  } finally { $env:SHELL = $shell }
}
`
