import { constants } from 'node:fs'

import { readRequest, sendReply } from '#platform/sandbox/sandbox-program.ts'

import type { AnalysisRequest } from './analysis-result.ts'
import { runAnalysis } from './run-analysis.ts'

// 7z-wasm asks for these numbers when it is loaded, by a function that is not available in a sandbox.
Object.assign(process, { binding: () => ({ fs: constants }) })
await sendReply(await runAnalysis(await readRequest<AnalysisRequest>(), [3, 4]))
