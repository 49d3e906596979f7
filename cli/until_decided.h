/**
 * @file until_decided.h
 * @brief Experiments carried out with as many seeds as their claims take.
 */
#pragma once

#include "cli/carry_out.h"
#include "cli/selection.h"

/**
 * Carry the items out, one for each experiment of the set, at the looks of sequential.h up to
 * `most` seeds (0: as many as its scale says, or those that it lists): at each one the methods with
 * an open comparison get the seeds up to it, and runs that are stored count. One that even 40 seeds
 * would hardly decide is given up, unless `patient`. A scale's own seeds end with its claims; who
 * asks for `most` has the other comparisons of a refuted claim decided too, as each is a fact that
 * is counted. Adds up the outcomes; what goes wrong has been said.
 */
lf_exit lf_session_decide(const lf_session *session, const char *out, const lf_selection *set,
                          const lf_session_item *items, size_t most, bool patient,
                          lf_campaign_outcome *outcome);
