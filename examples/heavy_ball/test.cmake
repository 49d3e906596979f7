# Does the method count what it says, come nearer to a minimum, and repeat itself? Run by ctest, through
# levelfield itself, on generated data.
set(problem auc)
set(steps 2000)
set(counters samples.objective=8 gradient.objective=8) # of a step with b=8
set(metric ce)
set(most 0.5) # of the metric, after so many steps

# run(COUNT RESULT): RESULT <- the JSON object of one run of COUNT steps.
function(run count result)
  execute_process(COMMAND ${LEVELFIELD} run --plugin ${PLUGIN} --problem ${problem}
      --algorithm heavy_ball:b=8 --budget ${count} --out out --force --quiet --json
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

# Counters: a step asks what it says, and nothing else of these kinds.
foreach(counter IN LISTS counters)
  string(REGEX MATCH "^(.*)=(.*)$" match "${counter}")
  math(EXPR want "${steps} * ${CMAKE_MATCH_2}")
  string(JSON got GET "${last}" counters ${CMAKE_MATCH_1})
  if(NOT got EQUAL want)
    message(FATAL_ERROR "${CMAKE_MATCH_1} is ${got} after ${steps} steps, expected ${want}")
  endif()
endforeach()

# Convergence: a metric (levelfield show ${problem} names them) is well below what it was after one step.
string(JSON before GET "${first}" metrics ${metric})
string(JSON after GET "${last}" metrics ${metric})
if(NOT after LESS most OR NOT after LESS before)
  message(FATAL_ERROR "${metric} went from ${before} to ${after}, expected less than ${most}")
endif()

# The same seed gives the same bits: a method that reads a clock, or memory it never set, does not.
string(JSON one GET "${last}" trace_sha256)
string(JSON two GET "${again}" trace_sha256)
if(NOT one STREQUAL two)
  message(FATAL_ERROR "two runs with one seed differ")
endif()
