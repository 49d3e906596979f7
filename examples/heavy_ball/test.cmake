# Does the method count what it says, come nearer to a minimum, and repeat itself? Run by ctest, through
# levelfield itself, on generated data.
set(steps 2000)
set(batch 8)

# run(COUNT RESULT): RESULT <- the JSON object of one run of COUNT steps.
function(run count result)
  execute_process(COMMAND ${LEVELFIELD} run --plugin ${PLUGIN} --problem auc
      --algorithm heavy_ball:b=${batch} --budget ${count} --out out --force --quiet --json
    OUTPUT_VARIABLE object RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "levelfield run: exit code ${code}")
  endif()
  string(JSON one GET "${object}" runs 0)
  set(${result} "${one}" PARENT_SCOPE)
endfunction()

run(1 first)
run(${steps} last)
run(${steps} again)

# Counters: a step draws one batch and asks for its gradients, nothing else.
math(EXPR want "${steps} * ${batch}")
foreach(counter samples.objective gradient.objective)
  string(JSON got GET "${last}" counters ${counter})
  if(NOT got EQUAL want)
    message(FATAL_ERROR "${counter} is ${got} after ${steps} steps of ${batch}, expected ${want}")
  endif()
endforeach()

# Convergence: the loss `ce` (levelfield show auc) is well below what it was after one step.
string(JSON before GET "${first}" metrics ce)
string(JSON after GET "${last}" metrics ce)
if(NOT after LESS 0.5 OR NOT after LESS before)
  message(FATAL_ERROR "the loss went from ${before} to ${after}, expected less than 0.5")
endif()

# The same seed gives the same bits: a method that reads a clock, or memory it never set, does not.
string(JSON one GET "${last}" trace_sha256)
string(JSON two GET "${again}" trace_sha256)
if(NOT one STREQUAL two)
  message(FATAL_ERROR "two runs with one seed differ")
endif()
