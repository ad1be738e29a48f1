/** Shows the page. */
import './styles/tokens.css'
import './styles/components.css'
import { render } from 'preact'
import { Shell } from './shell/shell.tsx'
import { applyTheme } from './shell/theme.tsx'

applyTheme()
const root = document.getElementById('page')
if (root) render(<Shell />, root)
