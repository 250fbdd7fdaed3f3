import { checkMutations } from './check-mutations.ts'

// node chaos/naive/run.ts [part of a name]

const { mutations, caught, failures } = await checkMutations({ part: process.argv[2] ?? '' })
console.log(`\n${mutations} mutations; ${caught} race tests failed over them, as they must`)
for (const failure of failures) console.error(`NOT AS IT MUST BE  ${failure}`)
if (failures.length) process.exitCode = 1
