/**
 * @file adult_columns.c
 * @brief The categories of UCI Adult, spelt as the files spell them ("Holand", "Trinadad").
 */
#include "datasets/families/adult_columns.h"

static const char *const adult_workclass[] = {"Private",     "Self-emp-not-inc", "Self-emp-inc",
                                              "Federal-gov", "Local-gov",        "State-gov",
                                              "Without-pay", "Never-worked"};

static const char *const adult_education[] = {
    "Bachelors", "Some-college", "11th",    "HS-grad",  "Prof-school", "Assoc-acdm",
    "Assoc-voc", "9th",          "7th-8th", "12th",     "Masters",     "1st-4th",
    "10th",      "Doctorate",    "5th-6th", "Preschool"};

static const char *const adult_marital[] = {
    "Married-civ-spouse",    "Divorced",         "Never-married", "Separated", "Widowed",
    "Married-spouse-absent", "Married-AF-spouse"};

static const char *const adult_occupation[] = {
    "Tech-support",     "Craft-repair",      "Other-service",     "Sales",        "Exec-managerial",
    "Prof-specialty",   "Handlers-cleaners", "Machine-op-inspct", "Adm-clerical", "Farming-fishing",
    "Transport-moving", "Priv-house-serv",   "Protective-serv",   "Armed-Forces"};

static const char *const adult_relationship[] = {"Wife",          "Own-child",      "Husband",
                                                 "Not-in-family", "Other-relative", "Unmarried"};

static const char *const adult_race[] = {"White", "Asian-Pac-Islander", "Amer-Indian-Eskimo",
                                         "Other", "Black"};

static const char *const adult_sex[] = {"Female", "Male"};

static const char *const adult_country[] = {"United-States",
                                            "Cambodia",
                                            "England",
                                            "Puerto-Rico",
                                            "Canada",
                                            "Germany",
                                            "Outlying-US(Guam-USVI-etc)",
                                            "India",
                                            "Japan",
                                            "Greece",
                                            "South",
                                            "China",
                                            "Cuba",
                                            "Iran",
                                            "Honduras",
                                            "Philippines",
                                            "Italy",
                                            "Poland",
                                            "Jamaica",
                                            "Vietnam",
                                            "Mexico",
                                            "Portugal",
                                            "Ireland",
                                            "France",
                                            "Dominican-Republic",
                                            "Laos",
                                            "Ecuador",
                                            "Taiwan",
                                            "Haiti",
                                            "Columbia",
                                            "Hungary",
                                            "Guatemala",
                                            "Nicaragua",
                                            "Scotland",
                                            "Thailand",
                                            "Yugoslavia",
                                            "El-Salvador",
                                            "Trinadad&Tobago",
                                            "Peru",
                                            "Hong",
                                            "Holand-Netherlands"};

const lf_categories lf_adult_column[LF_ADULT_COLUMNS] = {
    {.name = "age"},
    LF_CATEGORIES("workclass", adult_workclass),
    {.name = "fnlwgt"},
    LF_CATEGORIES("education", adult_education),
    {.name = "education-num"},
    LF_CATEGORIES("marital-status", adult_marital),
    LF_CATEGORIES("occupation", adult_occupation),
    LF_CATEGORIES("relationship", adult_relationship),
    LF_CATEGORIES("race", adult_race),
    LF_CATEGORIES("sex", adult_sex),
    {.name = "capital-gain"},
    {.name = "capital-loss"},
    {.name = "hours-per-week"},
    LF_CATEGORIES("native-country", adult_country),
};
